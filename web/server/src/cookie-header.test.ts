// What is read from a Cookie header.
import { expect, it } from 'vitest'
import { parseCookies, undecodable } from './cookie-header.ts'

const read = (header: string | undefined) => [...parseCookies(header)]

it('has each name once, the first value of it, decoded once', () => {
  expect(read('a=1; b = 2 ;a=3; c=%2525; d==x; e')).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '%25'],
    ['d', '=x'],
  ])
  expect(read(undefined)).toEqual([])
})

it('is there, and equal to nothing that anybody can send, where it cannot be decoded', () => {
  expect(read('a=%ZZ')).toEqual([['a', undecodable]])
  // No header may have this character.
  expect(undecodable).toBe('\0')
})
