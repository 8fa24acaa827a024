import { describe, expect, it } from 'vitest'
import { initialsOf } from './entity-kind.ts'

describe('initialsOf', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['  Maria del  Carmen Ruiz ', 'MR'],
    ['Plato', 'P'],
    ['łukasz żak', 'ŁŻ'],
    ['محمد الخوارزمي', 'ما'],
    ['👩‍🚒 Zoë 🚒 Żółć 🎉', 'ZŻ'],
    ["(O'Brien) -Smith", 'OS'],
    ['👩‍🚒', '👩'],
    ['', ''],
  ])('%s is told by %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
