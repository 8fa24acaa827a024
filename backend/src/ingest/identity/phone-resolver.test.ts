// Enrolled phones behind their changing addresses: the arithmetic, what confirms a match, and what it may cost.
import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { adStructure, aFrame } from '../advertisement/a-frame.ts'
import type { Reading } from '../reading.ts'
import { createAddressTest } from './address-hash.ts'
import type { PhoneKey } from './phone.ts'
import { createPhoneResolver, enrolledServiceUuid } from './phone-resolver.ts'

// Core specification, volume 3 part H appendix D.7.
const example = { key: Buffer.from('ec0234a357c8ad05341010a60a397d9b', 'hex'), address: '7081940dfbaa' }

/** A resolvable address as a phone makes it; written here a second time, without the code under test. */
function anAddress(key: Buffer): string {
  const prand = randomBytes(3)
  prand[0] = (prand[0]! & 0x3f) | 0x40
  const cipher = createCipheriv('aes-128-ecb', key, null)
  const block = cipher.update(Buffer.concat([Buffer.alloc(13), prand]))
  return Buffer.concat([prand, block.subarray(13)]).toString('hex')
}
const aPhone = (key = randomBytes(16), id = 'phone', isProven = true): PhoneKey => {
  return { id, transmitterId: id, key, isProven }
}
const start = 1_790_000_000_000
const heard = (transmitterId: string, afterMs = 0, changes: Partial<Reading> = {}): Reading => {
  const at = start + afterMs
  return { transmitterId, receiverId: 'receiver', rssi: -60, claim: 'random', at, arrivedAt: at, ...changes }
}

describe('createAddressTest', () => {
  const fits = createAddressTest(example.key)

  it('knows the example of the specification', () => {
    expect(fits(example.address)).toBe(true)
  })

  it('refuses every address that differs in one bit of the hash', () => {
    for (let bit = 0; bit < 24; bit++) {
      const hash = (0x0dfbaa ^ (1 << bit)).toString(16).padStart(6, '0')
      expect(fits(`708194${hash}`)).toBe(false)
    }
  })

  it('refuses the key with its octets turned round', () => {
    expect(createAddressTest(Buffer.from(example.key).reverse())(example.address)).toBe(false)
  })
})

describe('createPhoneResolver', () => {
  const oneMinute = 60_000

  it('takes a first match for a candidate, and a second address for the proof', () => {
    const resolver = createPhoneResolver()
    const phone = aPhone()
    resolver.setKeys([aPhone(randomBytes(16), 'other'), phone])
    const [first, second] = [anAddress(phone.key), anAddress(phone.key)]
    expect(resolver.resolve(heard(first))).toBe('not_enrolled')
    expect(resolver.resolve(heard(first, 1000))).toBe('not_enrolled')
    expect(resolver.takeRecognised()).toMatchObject([{ transmitterId: 'phone', state: 'candidate' }])
    expect(resolver.isRecognised(first)).toBe(false)
    expect(resolver.resolve(heard(second, 20 * oneMinute))).toEqual({ phone: 'phone' })
    expect(resolver.isRecognised(second)).toBe(true)
    expect(resolver.takeRecognised()).toMatchObject([{ state: 'confirmed', at: start + 20 * oneMinute }])
    expect(resolver.takeRecognised()).toEqual([])
  })

  it('does not take a second address after half an hour for a proof', () => {
    const resolver = createPhoneResolver()
    const phone = aPhone()
    resolver.setKeys([phone])
    resolver.resolve(heard(anAddress(phone.key)))
    expect(resolver.resolve(heard(anAddress(phone.key), 31 * oneMinute))).toBe('not_enrolled')
  })

  it('follows a phone that was just here to its next address', () => {
    const resolver = createPhoneResolver()
    const phone = aPhone()
    resolver.setKeys([phone])
    const [first, second, third] = [anAddress(phone.key), anAddress(phone.key), anAddress(phone.key)]
    resolver.resolve(heard(first))
    for (let minute = 1; minute <= 60; minute++) resolver.resolve(heard(second, minute * oneMinute))
    expect(resolver.resolve(heard(third, 61 * oneMinute))).toEqual({ phone: 'phone' })
  })

  it('believes a phone at once that announces our service', () => {
    const resolver = createPhoneResolver()
    const phone = aPhone()
    resolver.setKeys([phone])
    const address = anAddress(phone.key)
    const service = Buffer.from(enrolledServiceUuid, 'hex').reverse().toString('hex')
    const frames = { form: 'pdu' as const, hex: [aFrame(address, [adStructure(0x07, service)])] }
    expect(resolver.resolve(heard(address, 0, { frames }))).toEqual({ phone: 'phone' })
  })

  it('tries both orders of a key until one is proven, and says which', () => {
    const resolver = createPhoneResolver()
    const real = randomBytes(16)
    resolver.setKeys([aPhone(Buffer.from(real).reverse(), 'phone', false)])
    resolver.resolve(heard(anAddress(real)))
    expect(resolver.resolve(heard(anAddress(real), 1000))).toEqual({ phone: 'phone' })
    expect(resolver.takeRecognised()).toMatchObject([{ state: 'confirmed', turnedKey: real }])
    resolver.resolve(heard(anAddress(real), 2000))
    expect(resolver.takeRecognised()).toEqual([])
    resolver.resolve(heard(anAddress(real), 70_000))
    expect(resolver.takeRecognised()).toMatchObject([{ turnedKey: null }])
    expect(resolver.resolve(heard(anAddress(Buffer.from(real).reverse()), 71_000))).toBe('not_enrolled')
  })

  it('asks only about addresses that can be resolved', () => {
    const resolver = createPhoneResolver()
    const phone = aPhone()
    resolver.setKeys([phone])
    const address = anAddress(phone.key)
    resolver.resolve(heard(address))
    expect(resolver.resolve(heard(anAddress(phone.key), 0, { claim: 'public' }))).toBe('not_enrolled')
    expect(resolver.resolve(heard(`${address}0000`))).toBe('not_enrolled')
    expect(resolver.resolve(heard('fee150bada55'))).toBe('not_enrolled')
  })

  it('recognises a phone enrolled after its address was heard, and no longer one taken back', () => {
    const resolver = createPhoneResolver()
    const [phone, other] = [aPhone(), aPhone(randomBytes(16), 'other')]
    const [first, second] = [anAddress(phone.key), anAddress(phone.key)]
    resolver.setKeys([other])
    expect(resolver.resolve(heard(first))).toBe('not_enrolled')
    resolver.setKeys([other, phone])
    resolver.resolve(heard(first, 1000))
    expect(resolver.resolve(heard(second, 2000))).toEqual({ phone: 'phone' })
    resolver.setKeys([other])
    expect(resolver.resolve(heard(second, 3000))).toBe('not_enrolled')
    expect(resolver.isRecognised(second)).toBe(false)
  })

  it('bounds the work of a batch, and finds the rest in the next', () => {
    const resolver = createPhoneResolver()
    const phones = Array.from({ length: 400 }, (_, i) => aPhone(randomBytes(16), `phone-${i}`))
    resolver.setKeys(phones)
    const strangers = Array.from({ length: 40 }, () => anAddress(randomBytes(16)))
    const outcomes = () => strangers.map((address) => resolver.resolve(heard(address)))
    resolver.begin()
    expect(outcomes().filter((outcome) => outcome === 'later')).toHaveLength(15)
    resolver.begin()
    expect(outcomes().filter((outcome) => outcome === 'later')).toHaveLength(0)
  })
})
