// Glob patterns for origins and channel lists.
import { expect, it } from 'vitest'
import { globToRegExp } from './glob.ts'

it.each([
  ['*', 'anything at all', true],
  ['https://*.example', 'https://a.b.example', true],
  ['https://*.example', 'https://example', false],
  ['https://app.example', 'https://appxexample', false],
  ['floor:?', 'floor:1', true],
  ['floor:?', 'floor:12', false],
  ['floor:[0-9]', 'floor:7', true],
  ['floor:[!0-9]', 'floor:7', false],
  ['{floor,event}:*', 'event:x', true],
  ['{floor,event}:*', 'global:x', false],
  ['a+b(c)', 'a+b(c)', true],
  ['a,b', 'a,b', true],
])('%s against %s: %s', (pattern, text, matches) => expect(globToRegExp(pattern)?.test(text)).toBe(matches))

it.each(['[', '[]', '{a', '[a-'])('refuses the malformed pattern %s', (pattern) =>
  expect(globToRegExp(pattern)).toBeNull(),
)

it('ends on a pattern of many stars', () => {
  // Each star by itself would be tried at every place: more often than any machine can.
  const pattern = globToRegExp('**********a**********b')
  expect(pattern?.test('a'.repeat(300))).toBe(false)
})
