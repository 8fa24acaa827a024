// Sealed bytes open with the right key only, also after a rotation.
import { expect, it } from 'vitest'
import { createSeal } from './seal.ts'

const irk = Buffer.from('00112233445566778899aabbccddeeff', 'hex')

it('opens what it sealed, never twice the same bytes', () => {
  const seal = createSeal(['first secret'], 'irk')
  const sealed = seal.seal(irk)
  expect(seal.open(sealed)).toEqual(irk)
  expect(sealed.includes(irk)).toBe(false)
  expect(seal.seal(irk)).not.toEqual(sealed)
})

it('opens what the previous secret sealed', () => {
  const old = createSeal(['first secret'], 'irk').seal(irk)
  expect(createSeal(['second secret', 'first secret'], 'irk').open(old)).toEqual(irk)
})

it('refuses another key, another purpose and changed bytes', () => {
  const sealed = createSeal(['first secret'], 'irk').seal(irk)
  expect(() => createSeal(['second secret'], 'irk').open(sealed)).toThrow('another key')
  expect(() => createSeal(['first secret'], 'else').open(sealed)).toThrow('another key')
  sealed[sealed.length - 1]! ^= 1
  expect(() => createSeal(['first secret'], 'irk').open(sealed)).toThrow('another key')
})

it('seals anew what a secret before sealed, and only that', () => {
  const [before, now] = [createSeal(['first secret'], 'irk'), createSeal(['second secret', 'first secret'], 'irk')]
  const sealed = now.anew(before.seal(irk))
  expect(sealed && createSeal(['second secret'], 'irk').open(sealed)).toEqual(irk)
  expect([now.anew(now.seal(irk)), now.anew(createSeal(['another'], 'irk').seal(irk))]).toEqual([null, null])
})
