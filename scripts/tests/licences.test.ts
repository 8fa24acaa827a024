// Licences of packages: what is allowed alone, as a choice and together.
import { expect, it } from 'vitest'
import { isAllowed } from '../setup/licences.mjs'

it.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', '(Apache-2.0 AND MIT) OR GPL-2.0'])('%s may be shipped', (said) => {
  expect(isAllowed(said)).toBe(true)
})
it.each([
  undefined,
  '',
  'GPL-3.0',
  'AGPL-3.0-only',
  'MIT AND GPL-2.0',
  'UNLICENSED',
  'SEE LICENSE IN x',
  { type: 'MIT' },
])('%j may not', (said) => expect(isAllowed(said)).toBe(false))
