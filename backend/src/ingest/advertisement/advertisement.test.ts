// Advertisements are read as advlib reads them, and nothing that anybody sends makes the reader throw.
import { describe, expect, it } from 'vitest'
import { adStructure, aFrame, createFrames } from './a-frame.ts'
import { readAdvertisement } from './advertisement.ts'
import { compareWithAdvlib } from './advlib-agreement.ts'

const address = 'fee150bada55'

describe('readAdvertisement', () => {
  it('reads who sends, and what is said in every kind of structure', () => {
    const frame = aFrame(address, [
      adStructure(0x01, '06'),
      adStructure(0x03, '0d18aafe'),
      adStructure(0x09, Buffer.from('Badge 7').toString('hex')),
      adStructure(0x0a, 'f4'),
      adStructure(0x19, '4003'),
      adStructure(0x16, 'aafe20000bb8'),
      adStructure(0x24, '17' + Buffer.from('//example.org').toString('hex')),
      adStructure(0xff, '4c001005011c'),
    ])
    const read = readAdvertisement(frame, 'pdu')!
    expect(read.header).toMatchObject({ advertiser: address, isTxRandom: true, peer: null })
    expect(read).toMatchObject({ flags: 6, uuids: ['180d', 'feaa'], name: 'Badge 7', txPower: -12, appearance: 0x340 })
    expect(read.serviceData).toEqual([{ id: 'feaa', data: Buffer.from('20000bb8', 'hex') }])
    expect(read.manufacturerData).toEqual([{ id: 0x4c, data: Buffer.from('1005011c', 'hex') }])
    expect(read.uri).toEqual({ scheme: 0x17, rest: '//example.org' })
  })

  it('reads a payload without header, as some gateways send it', () => {
    const read = readAdvertisement(adStructure(0x01, '06') + adStructure(0x02, 'e1ff'), 'payload')
    expect(read).toMatchObject({ header: null, flags: 6, uuids: ['ffe1'] })
  })

  it('reads nothing out of structures that do not add up', () => {
    const cut = aFrame(address, [adStructure(0x09, '414243')]).slice(0, -2)
    expect(readAdvertisement(cut, 'pdu')).toMatchObject({ header: { advertiser: address }, name: null })
  })

  it.each([
    ['nothing', ''],
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { length: 8 }],
    ['a list', ['00']],
    ['too little', '4006ab89674523'],
    ['a question to nobody', 'c306ab8967452301'],
    ['words', 'not a packet at all'],
    ['more than the air can carry', 'ab'.repeat(258)],
  ])('takes %s for no packet', (_, frame) => {
    expect(readAdvertisement(frame, 'pdu')).toBeNull()
  })

  // The long run of a million is `npm run bench -- advertisements`.
  it('agrees with advlib on twenty thousand frames, whole and broken, and throws at none', () => {
    const next = createFrames(20_261)
    const differing: { frame: string; ours: object | null; theirs: object }[] = []
    let compared = 0
    for (let i = 0; i < 20_000; i++) {
      const frame = next()
      readAdvertisement(frame, 'payload')
      const views = compareWithAdvlib(frame)
      if (!views) continue
      compared++
      if (JSON.stringify(views.ours) !== JSON.stringify(views.theirs)) differing.push({ frame, ...views })
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(10_000)
  })
})
