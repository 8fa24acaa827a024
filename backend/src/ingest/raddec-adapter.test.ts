// Raddecs become readings; what is not a raddec is rejected, never thrown at.
// @ts-expect-error: the package carries no types.
import UntypedRaddec from 'raddec'
import { describe, expect, it } from 'vitest'
import { readRaddec } from './raddec-adapter.ts'

const aRaddec = (changes: Record<string, unknown> = {}) => ({
  transmitterId: 'fee150bada55',
  transmitterIdType: 3,
  rssiSignature: [
    { receiverId: '001bc50940810000', receiverIdType: 1, rssi: -61, numberOfDecodings: 2 },
    { receiverId: '02A1F0003001', receiverIdType: 2, rssi: -77, numberOfDecodings: 1 },
  ],
  timestamp: 1_790_000_000_000,
  packets: ['061b55daba50e1fe02010611074445414c6d6f746976204c616273'],
  events: [1],
  ...changes,
})

interface RaddecOfPackage {
  addDecoding(decoding: object): void
  addPacket(packet: string): void
}
const Raddec = UntypedRaddec as new (transmitter: object) => RaddecOfPackage

describe('readRaddec', () => {
  it('reads what the raddec package of the field writes', () => {
    const raddec = new Raddec({ transmitterId: 'fe:e1:50:ba:da:55', transmitterIdType: 3 })
    raddec.addDecoding({ receiverId: '001bc50940810000', receiverIdType: 1, rssi: -61 })
    raddec.addDecoding({ receiverId: '02a1f0003001', receiverIdType: 2, rssi: -77 })
    raddec.addPacket('061b55daba50e1fe02010611074445414c6d6f746976204c616273')
    const sent = JSON.parse(JSON.stringify(raddec)) as { creationTime: number }
    const readings = readRaddec(sent, 5)!
    expect(readings.map(({ receiverId, rssi }) => [receiverId, rssi])).toEqual([
      ['001bc50940810000', -61],
      ['02a1f0003001', -77],
    ])
    const [first] = readings
    expect(first).toMatchObject({ transmitterId: 'fee150bada55', claim: 'random', at: sent.creationTime, arrivedAt: 5 })
    expect(first!.frames!.hex).toHaveLength(1)
  })

  it('makes one reading per receiver', () => {
    const raddec = aRaddec()
    const sent = { claim: 'random', frames: { form: 'pdu', hex: raddec.packets }, at: raddec.timestamp, arrivedAt: 5 }
    expect(readRaddec(raddec, 5)).toEqual([
      { transmitterId: 'fee150bada55', receiverId: '001bc50940810000', rssi: -61, ...sent },
      { transmitterId: 'fee150bada55', receiverId: '02a1f0003001', rssi: -77, ...sent },
    ])
  })

  it('keeps the packets that can have been on the air, four at most', () => {
    const framesOf = (packets: unknown) => readRaddec(aRaddec({ packets }), 5)![0]!.frames?.hex
    expect(framesOf(['00', 7, '', null, 'ab'.repeat(258), '01'])).toEqual(['00', '01'])
    expect(framesOf(Array.from({ length: 9 }, () => '00'))).toHaveLength(4)
    for (const none of [undefined, 'ab', {}, []]) expect(framesOf(none)).toBeUndefined()
  })

  it('accepts addresses with separators and capitals, and takes the arrival for a missing time', () => {
    const [reading] = readRaddec(aRaddec({ transmitterId: 'FE:E1:50:BA:DA:55', timestamp: undefined }), 9)!
    expect(reading).toMatchObject({ transmitterId: 'fee150bada55', at: 9 })
  })

  it('knows public and random addresses, and that others say nothing', () => {
    const claims = [2, 3, 1, undefined, '2'].map(
      (transmitterIdType) => readRaddec(aRaddec({ transmitterIdType }), 5)?.[0]?.claim,
    )
    expect(claims).toEqual(['public', 'random', 'unknown', 'unknown', 'unknown'])
  })

  it('takes the time of sending before that of decoding before that of writing', () => {
    const at = (times: object) => readRaddec({ ...aRaddec({ timestamp: undefined }), ...times }, 9)?.[0]?.at
    expect(at({ timestamp: 1, earliestDecodingTime: 2, creationTime: 3 })).toBe(1)
    expect(at({ earliestDecodingTime: 2, creationTime: 3 })).toBe(2)
    expect(at({ creationTime: 3 })).toBe(3)
  })

  it('accepts the ends of what is allowed', () => {
    const entry = { receiverId: '02a1f0003001', rssi: -60 }
    expect(readRaddec(aRaddec({ rssiSignature: Array.from({ length: 64 }, () => entry) }), 5)).toHaveLength(64)
    const strengths = [-121, -120, 20, 21].map((rssi) => ({ ...entry, rssi }))
    expect(readRaddec(aRaddec({ rssiSignature: strengths }), 5)?.map(({ rssi }) => rssi)).toEqual([-120, 20])
  })

  it.each([
    ['null', null],
    ['an entry that is nothing', aRaddec({ rssiSignature: [null] })],
    ['a receiver that is no address', aRaddec({ rssiSignature: [{ receiverId: 'x', rssi: -60 }] })],
    ['a time of zero', aRaddec({ timestamp: 0 })],
    ['a time without end', aRaddec({ timestamp: Infinity })],
    ['a number', 7],
    ['text', 'raddec'],
    ['no transmitter', aRaddec({ transmitterId: undefined })],
    ['a transmitter that is no address', aRaddec({ transmitterId: '../../etc' })],
    ['an endless transmitter', aRaddec({ transmitterId: 'ab'.repeat(5000) })],
    ['no signature', aRaddec({ rssiSignature: undefined })],
    ['an empty signature', aRaddec({ rssiSignature: [] })],
    ['a signature of text', aRaddec({ rssiSignature: ['-60'] })],
    ['a strength that is text', aRaddec({ rssiSignature: [{ receiverId: '02a1f0003001', rssi: '-60' }] })],
    ['a strength that is not a number', aRaddec({ rssiSignature: [{ receiverId: '02a1f0003001', rssi: Number.NaN }] })],
    ['a strength beyond the range', aRaddec({ rssiSignature: [{ receiverId: '02a1f0003001', rssi: 21 }] })],
    ['a time that is text', aRaddec({ timestamp: 'now' })],
    ['a negative time', aRaddec({ timestamp: -1 })],
    [
      'too many receivers',
      aRaddec({ rssiSignature: Array.from({ length: 65 }, () => ({ receiverId: '02a1f0003001', rssi: -60 })) }),
    ],
  ])('rejects %s', (_, item) => {
    expect(readRaddec(item, 0)).toBeNull()
  })

  it('keeps the sane strengths of a signature with a mad one', () => {
    const rssiSignature = [
      { receiverId: '02a1f0003001', rssi: -121 },
      { receiverId: '02a1f0003002', rssi: -60 },
    ]
    expect(readRaddec(aRaddec({ rssiSignature }), 0)).toHaveLength(1)
  })
})
