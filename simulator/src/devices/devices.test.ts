// Strangers, phones and receivers on the air: what they send is well formed, addresses change, and the badges do not notice.
import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Raddec } from '../gateways/raddec.ts'
import { createRandom } from '../random.ts'
import { createDemoSite } from '../demo-site.ts'
import { createWorld, type WorldOptions } from '../world.ts'
import { randomAddress, resolvableAddress } from './address.ts'
import { deviceKinds, packetOf } from './kinds.ts'
import { demoPhones } from './phones.ts'

const site = createDemoSite({ seed: 7 })
const badges = new Set([...site.people, ...site.assets].map(({ transmitterId }) => transmitterId))
const receivers = new Set(site.receivers.map(({ receiverId }) => receiverId))

const run = (seconds: number, options: Partial<WorldOptions>) => {
  const world = createWorld({ seed: 7, ...options })
  return Array.from({ length: seconds }, (_, i) => world.tick({ seconds: 1, nowMs: 1_000_000 + i * 1000 }))
}
const notRegistered = (raddecs: readonly Raddec[]) =>
  raddecs.filter(({ transmitterId }) => !badges.has(transmitterId) && !receivers.has(transmitterId))
const addresses = (raddecs: readonly Raddec[]) => new Set(raddecs.map(({ transmitterId }) => transmitterId))

describe('ambient devices', () => {
  it.each(deviceKinds.map((kind) => [kind.name, kind] as const))('%s sends a well-formed advertisement', (_, kind) => {
    const random = createRandom(3)
    for (let i = 0; i < 20; i++) {
      const address = randomAddress(kind.address, random)
      const bytes = Buffer.from(packetOf(address, kind.payload(random)), 'hex')
      expect(bytes[1]).toBe(bytes.length - 2)
      expect(Buffer.from(bytes.subarray(2, 8)).reverse().toString('hex')).toBe(address)
      expect(bytes.length - 8).toBeLessThanOrEqual(31)
      let at = 8
      while (at < bytes.length) at += bytes[at]! + 1
      expect(at).toBe(bytes.length)
    }
  })

  it('are heard with their advertisements, about as many as asked for', () => {
    const heard = notRegistered(run(10, { ambientDevices: 25 }).flat())
    expect(addresses(heard).size).toBeGreaterThan(15)
    expect(addresses(heard).size).toBeLessThan(40)
    for (const { packets } of heard) expect(packets).toHaveLength(1)
  })

  it('come and go and change their addresses', () => {
    const windows = run(1000, { ambientDevices: 12, employees: 1 })
    const [early, late] = [
      addresses(notRegistered(windows.slice(0, 10).flat())),
      addresses(notRegistered(windows.slice(-10).flat())),
    ]
    const stayed = [...late].filter((address) => early.has(address)).length
    expect(stayed).toBeLessThan(late.size / 2)
    expect(late.size).toBeGreaterThan(4)
  })

  it('are the same for the same seed and leave the badges as they were', () => {
    const options = { ambientDevices: 10, receiversAdvertise: true, phones: demoPhones(site.people, 3, 7) }
    const busy = run(20, options)
    expect(run(20, options)).toEqual(busy)
    const own = (window: readonly Raddec[]) => window.filter(({ transmitterId }) => badges.has(transmitterId))
    expect(busy.map(own)).toEqual(run(20, {}))
  })
})

describe('phones', () => {
  it('make addresses as the Bluetooth specification has it', () => {
    // The example of volume 3 part H, appendix D.7.
    const key = Buffer.from('ec0234a357c8ad05341010a60a397d9b', 'hex')
    const fixed = { ...createRandom(1), index: () => 0x708194 & 0x3fffff }
    expect(resolvableAddress(key, fixed)).toBe('7081940dfbaa')
  })

  it('are recognised by their key behind every address', () => {
    const [phone] = demoPhones(site.people, 1, 7)
    const raddecs = run(1300, { phones: [phone!], employees: 1 }).flat()
    const ours = notRegistered(raddecs).filter(({ transmitterId }) => fits(transmitterId, phone!.irk))
    expect(notRegistered(raddecs)).toEqual(ours)
    expect(addresses(ours).size).toBeGreaterThan(1)
  })

  it('belong to somebody', () => {
    const phones = [{ badge: 'c00000000000', irk: '00'.repeat(16) }]
    expect(() => createWorld({ seed: 7, phones })).toThrow('Nobody wears the badge c00000000000.')
  })
})

describe('receivers', () => {
  it('hear at least three others of their floor, and never themselves', () => {
    const floorOf = new Map(site.receivers.map(({ receiverId, floor }) => [receiverId, floor]))
    const heard = new Map<string, Set<string>>()
    for (const { transmitterId, transmitterIdType, rssiSignature } of run(60, { receiversAdvertise: true }).flat()) {
      if (!receivers.has(transmitterId)) continue
      expect(transmitterIdType).toBe(2)
      const others = heard.get(transmitterId) ?? new Set()
      heard.set(transmitterId, others)
      for (const { receiverId } of rssiSignature) {
        expect(receiverId).not.toBe(transmitterId)
        if (floorOf.get(receiverId) === floorOf.get(transmitterId)) others.add(receiverId)
      }
    }
    const wellHeard = [...heard.values()].filter(({ size }) => size >= 3)
    expect(wellHeard.length / receivers.size).toBeGreaterThan(0.9)
  })
})

function fits(address: string, irk: string): boolean {
  const block = Buffer.from(`${'00'.repeat(13)}${address.slice(0, 6)}`, 'hex')
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(irk, 'hex'), null).setAutoPadding(false)
  return cipher.update(block).toString('hex').slice(26) === address.slice(6)
}
