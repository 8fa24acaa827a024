import { expect, it } from 'vitest'
import { canonicalJson } from './audit-entry.ts'

it('writes a record as one text, whatever the order of its fields: hashes of years ago are taken over it', () => {
  const text = '{"a":{"c":[{"e":1,"f":null}],"d":"x"},"b":2}'
  expect(canonicalJson({ b: 2, a: { d: 'x', c: [{ f: null, e: 1 }] } })).toBe(text)
  expect(canonicalJson({ a: { c: [{ e: 1, f: null }], d: 'x' }, b: 2 })).toBe(text)
})
