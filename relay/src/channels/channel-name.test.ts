// From the name of a channel to its rules.
import { describe, expect, it } from 'vitest'
import { findChannel, hasAllowedName, isChannelName, namespaceLabel } from './channel-name.ts'
import { defineNamespaces, keepsHistory, nothingAllowed } from './channel-rules.ts'

const namespaces = defineNamespaces({ room: { presence: true }, named: { namePattern: /^\p{L}+$/u } })
const found = (name: string) => {
  const { rest, rules, isPrivate } = findChannel(name, namespaces) ?? {}
  return [rest, rules?.namespace, isPrivate]
}

describe('a name', () => {
  it.each([
    ['room:1', true],
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    ['', false],
    [7, false],
    [undefined, false],
    ['é'.repeat(127), true],
    [`${'é'.repeat(127)}x`, true],
    ['é'.repeat(128), false],
    ['a tab\t', true],
    ['half a character \ud83d', false],
  ])('%j: %s', (name, expected) => expect(isChannelName(name)).toBe(expected))

  it('is printable ASCII, unless its namespace has a pattern, for what follows it', () => {
    const allowed = (name: string) => hasAllowedName(name, findChannel(name, namespaces)!)
    expect(['room: ~', 'room:é', 'room:a\t', 'room:\tb', 'named:é', 'named:1'].map(allowed)).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
    ])
  })
})

describe('the rules of a channel', () => {
  it.each([
    ['room:1:2', ['1:2', 'room', false]],
    ['$room:1', ['1', 'room', true]],
    ['room:', ['', 'room', false]],
    ['bare', ['bare', '', false]],
    ['$bare', ['bare', '', true]],
    [':x', ['x', '', false]],
    ['$:x', ['x', '', true]],
    ['roo:1', [undefined, undefined, undefined]],
    ['room$:1', [undefined, undefined, undefined]],
  ])('%s', (name, expected) => expect(found(name)).toEqual(expected))

  it('allow nothing without a namespace, unless that is configured', () => {
    expect(findChannel('bare', namespaces)?.rules).toBe(nothingAllowed)
    const own = defineNamespaces({ '': { presence: true } })
    expect(findChannel('bare', own)?.rules.presence).toBe(true)
  })

  it('keep a history only with a size and a time', () => {
    const keeps = (historySize: number, historyTtl: number) =>
      keepsHistory({ ...nothingAllowed, historySize, historyTtl })
    expect([keeps(1, 1), keeps(1, 0), keeps(0, 1)]).toEqual([true, false, false])
  })

  it('are all off unless they are switched on', () => {
    expect(Object.entries(nothingAllowed).filter(([, rule]) => rule === true)).toEqual([])
  })
})

it('a label is the name of a namespace that there is, and nothing of what strangers say', () => {
  expect(['room:1', '$room:1', 'other:1', 'room', ':1', 7].map((name) => namespaceLabel(name, namespaces))).toEqual([
    'room',
    'room',
    '',
    '',
    '',
    '',
  ])
})
