import { expect, it } from 'vitest'
import { roleWord } from './role-words.ts'

it('calls the four roles by their words, and every other by its name, whatever that is', () => {
  expect(['admin', 'Night guard', 'constructor', 'toString'].map(roleWord)).toEqual([
    'Administrator',
    'Night guard',
    'constructor',
    'toString',
  ])
})
