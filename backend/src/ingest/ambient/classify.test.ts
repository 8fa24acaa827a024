// What ambient devices give away, frame by frame.
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { adStructure, aFrame, createFrames } from '../advertisement/a-frame.ts'
import { readAdvertisement } from '../advertisement/advertisement.ts'
import { addressKind } from './address-kind.ts'
import { classify } from './classify.ts'
import { createMakerList } from './maker-list.ts'

const resolvable = '5a1122334455'
const company = (id: string, data: string) => adStructure(0xff, id + data)
const service = (uuid: string, data = '0000') => adStructure(0x16, uuid + data)
const announces = (uuid: string) => adStructure(0x03, uuid)
const named = (name: string) => adStructure(0x09, Buffer.from(name).toString('hex'))

function judged(...structures: string[]) {
  const read = readAdvertisement(aFrame(resolvable, structures), 'pdu')
  const found = classify(read, { kind: addressKind(resolvable, 'random'), maker: null })
  return found && `${found.deviceType} of ${found.manufacturer ?? 'somebody'}`
}

describe('classify', () => {
  it.each([
    ['an iBeacon', company('4c00', '0215' + 'ab'.repeat(21)), 'beacon of somebody'],
    ['an iPhone nearby', company('4c00', '1005011c2233'), 'phone of Apple'],
    ['AirPods', company('4c00', '07190102'), 'headset of Apple'],
    ['an Apple Watch', company('4c00', '0b0100'), 'wearable of Apple'],
    ['an AirTag away from its owner', company('4c00', '1219' + '00'.repeat(25)), 'tag of Apple'],
    ['something with its owner', company('4c00', '12020001'), 'other of Apple'],
    ['a new kind of Apple message', company('4c00', '7f01'), 'other of Apple'],
    ['a Windows laptop', company('0600', '012f2002'), 'laptop of Microsoft'],
    ['an Android phone linked to Windows', company('0600', '01282002'), 'phone of somebody'],
    ['a Samsung phone', company('7500', '4204'), 'phone of Samsung'],
    ['a Ruuvi sensor', company('9904', '0512'), 'sensor of Ruuvi'],
    ['an Eddystone beacon', service('aafe', '20000bb81500'), 'beacon of somebody'],
    ['a Tile', announces('edfe'), 'tag of Tile'],
    ['a SmartTag', service('5afd'), 'tag of Samsung'],
    ['exposure notifications', service('6ffd'), 'phone of somebody'],
    ['Google Nearby', service('9ffe'), 'phone of Google'],
    ['a BTHome sensor', service('d2fc', '40'), 'sensor of somebody'],
    ['a heart-rate belt', announces('0d18'), 'wearable of somebody'],
    ['a Minew tag', service('e1ff', 'a10864'), 'tag of Minew'],
    ['a Kontakt tag', service('6afe'), 'tag of Kontakt.io'],
    ['an iPad by name', named("Ada's iPad"), 'tablet of Apple'],
    ['earbuds by name', named('Galaxy Buds2 Pro'), 'headset of Samsung'],
    ['a speaker by name', named('JBL Flip 6'), 'speaker of somebody'],
  ])('recognises %s', (_, structure, expected) => {
    expect(judged(structure)).toBe(expected)
  })

  it('says nothing about what says nothing', () => {
    expect(judged(adStructure(0x01, '06'))).toBeNull()
    expect(judged(company('ffff', '01'), named('x'))).toBeNull()
    expect(classify(null, { kind: 'static', maker: null })).toBeNull()
  })

  it('believes company data before a service, and a service before a name', () => {
    expect(judged(named('JBL'), announces('0d18'), company('7500', '42'))).toBe('phone of Samsung')
    expect(judged(named('JBL'), announces('0d18'))).toBe('wearable of somebody')
  })

  it('takes type and maker from different sources when one leaves the other open', () => {
    expect(judged(company('4c00', '7f01'), announces('0d18'))).toBe('wearable of Apple')
  })

  it('is surer of a phone that changes its address', () => {
    const read = readAdvertisement(aFrame(resolvable, [company('4c00', '1005')]), 'pdu')
    const sureness = (kind: 'resolvable' | 'public') => classify(read, { kind, maker: null })!.confidence
    expect(sureness('resolvable')).toBeGreaterThan(sureness('public'))
  })

  it('answers for ten thousand arbitrary frames without throwing', () => {
    const next = createFrames(11)
    let known = 0
    for (let i = 0; i < 10_000; i++) {
      if (classify(readAdvertisement(next(), 'pdu'), { kind: 'resolvable', maker: null })) known++
    }
    expect(known).toBeGreaterThan(100)
  })
})

describe('addressKind', () => {
  it.each([
    ['001bc5094081', 'public', 'public'],
    ['fee150bada55', 'random', 'static'],
    ['708194abcdef', 'random', 'resolvable'],
    ['308194abcdef', 'random', 'non-resolvable'],
    ['908194abcdef', 'random', 'unknown'],
    ['708194abcdef', 'unknown', 'resolvable'],
    ['908194abcdef', 'unknown', 'public'],
    ['fee150bada55', 'unknown', 'unknown'],
    ['001bc50940810000', 'public', 'unknown'],
  ] as const)('calls %s, said to be %s, %s', (address, claim, kind) => {
    expect(addressKind(address, claim)).toBe(kind)
  })
})

describe('createMakerList', () => {
  it('names the maker of an assigned address and nobody for another', async () => {
    const makerOf = createMakerList(pino({ level: 'silent' }))
    await expect.poll(() => makerOf('000000123456'), { timeout: 10_000 }).toBe('XEROX CORPORATION')
    expect(makerOf('feffff123456')).toBeNull()
  })
})
