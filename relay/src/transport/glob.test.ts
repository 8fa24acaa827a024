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
  ['*', 'two\nlines', true],
  ['a**b', 'axb', true],
  ['*a*b', 'xaxb', true],
  ['xa', 'a', false],
  ['ax', 'a', false],
  ['a}b', 'a}b', true],
  ['{a,b},c', 'a,c', true],
  ['{a,b},c', 'b', false],
  ['{a,{b,c}d}', 'cd', true],
  ['{a,{b,c}d}', 'c', false],
  ['][a]', ']a', true],
  ['[.-]', '-', true],
  ['[ab]c', 'bc', true],
])('%s against %s: %s', (pattern, text, matches) => expect(globToRegExp(pattern)?.test(text)).toBe(matches))

it.each([...'\\^$.+()]}|/'])('takes %s for itself', (sign) => {
  const matches = (pattern: string, text: string) => globToRegExp(pattern)?.test(text)
  expect(matches(`a${sign}${sign}b`, `a${sign}${sign}b`)).toBe(true)
  expect([matches(`a${sign}b`, 'ab'), matches(`a${sign}b`, 'a')]).toEqual([false, false])
})

it.each(['[', '[]', '{a', '[a-', 'x[ab', '[z-a]', '[a!]', '[a b]', '[ ab]', '{a}{'])(
  'refuses the malformed pattern %s',
  (pattern) => expect(globToRegExp(pattern)).toBeNull(),
)

it('ends on a pattern of many stars', () => {
  // Each star by itself would be tried at every place: more often than any machine can.
  const pattern = globToRegExp('**********a**********b')
  expect(pattern?.test('a'.repeat(300))).toBe(false)
})
