// What ambient devices advertise: the bytes that real ones send, with their changing parts drawn anew. One row per kind.
// Used by ambient-devices.ts and phones.ts; the backend's ambient classifier is what reads them.
import type { Random } from '../random.ts'
import { type AddressKind, hex, octets } from './address.ts'

export interface DeviceKind {
  name: string
  /** How common it is. */
  weight: number
  address: AddressKind
  /** Half seconds between two advertisements that somebody decodes. */
  every: number
  /** Goes where somebody goes; the rest stands in a room. */
  isCarried: boolean
  /** AD structures in hex, at most 31 octets together. */
  payload(random: Random): string
}

export const iPhone: DeviceKind = {
  name: 'iPhone',
  weight: 8,
  address: 'resolvable',
  every: 2,
  isCarried: true,
  // Nearby info: activity and status, then three octets that nobody can read.
  payload: (random) =>
    `${flags(0x1a)}020a0c${company(0x004c, `1005${random.pick(['01', '03', '0b'])}1c${octets(random, 3)}`)}`,
}

export const deviceKinds: readonly DeviceKind[] = [
  iPhone,
  {
    name: 'iPhone that hands over',
    weight: 2,
    address: 'resolvable',
    every: 2,
    isCarried: true,
    payload: (random) => flags(0x1a) + company(0x004c, `0c0e${octets(random, 14)}1005011c${octets(random, 3)}`),
  },
  {
    name: 'Android phone',
    weight: 6,
    address: 'resolvable',
    every: 2,
    isCarried: true,
    payload: (random) => flags(0x02) + structure(0x03, '9ffe') + service('fe9f', octets(random, 20)),
  },
  {
    name: 'Windows laptop',
    weight: 4,
    address: 'non-resolvable',
    every: 2,
    isCarried: false,
    payload: (random) => company(0x0006, `010f2002${octets(random, 23)}`),
  },
  {
    name: 'AirPods',
    weight: 4,
    address: 'resolvable',
    every: 1,
    isCarried: true,
    payload: (random) => company(0x004c, `0719010e2075aa30010000${octets(random, 16)}`),
  },
  {
    name: 'Fast Pair earbuds',
    weight: 2,
    address: 'resolvable',
    every: 2,
    isCarried: true,
    payload: (random) => `${flags(0x06)}020af4${service('fe2c', `0060${octets(random, 6)}11${octets(random, 1)}`)}`,
  },
  {
    name: 'Find My tag away from its owner',
    weight: 2,
    address: 'static',
    every: 4,
    isCarried: false,
    payload: (random) => company(0x004c, `121910${octets(random, 22)}0${random.index(4)}00`),
  },
  {
    name: 'SmartTag',
    weight: 1,
    address: 'resolvable',
    every: 4,
    isCarried: true,
    payload: (random) => flags(0x04) + structure(0x03, '5afd') + service('fd5a', `13${octets(random, 19)}`),
  },
  {
    name: 'Garmin watch',
    weight: 1,
    address: 'static',
    every: 2,
    isCarried: true,
    payload: (random) => flags(0x06) + company(0x0087, octets(random, 4)) + localName('Forerunner 265'),
  },
  {
    name: 'Ruuvi sensor',
    weight: 2,
    address: 'static',
    every: 3,
    isCarried: false,
    payload: (random) => flags(0x06) + company(0x0499, ruuvi(random)),
  },
  {
    name: 'JBL speaker',
    weight: 1,
    address: 'static',
    every: 2,
    isCarried: false,
    payload: (random) => flags(0x06) + company(0x0057, octets(random, 6)) + localName('JBL Flip 6'),
  },
]

/** Hex of the whole packet: who sends it (the least significant octet first, as on the air) and what it says. */
export function packetOf(address: string, payload: string): string {
  const notConnectableRandom = '42'
  return notConnectableRandom + hex(6 + payload.length / 2, 2) + turned(address) + payload
}

/** Data format 5: temperature, humidity, pressure, acceleration at rest, battery, movements, sequence, address. */
function ruuvi(random: Random): string {
  const temperature = hex(Math.round(random.between(20, 24) * 200), 4)
  const humidity = hex(Math.round(random.between(35, 50) * 400), 4)
  const pressure = hex(Math.round(random.between(99_500, 102_500) - 50_000), 4)
  const power = hex(((2950 - 1600) << 5) | 22, 4)
  return `05${temperature}${humidity}${pressure}0004000803f8${power}${octets(random, 3)}${octets(random, 6)}`
}

const structure = (type: number, value: string) => hex(value.length / 2 + 1, 2) + hex(type, 2) + value
const flags = (bits: number) => structure(0x01, hex(bits, 2))
const company = (id: number, data: string) => structure(0xff, turned(hex(id, 4)) + data)
const service = (uuid: string, data: string) => structure(0x16, turned(uuid) + data)
const localName = (name: string) => structure(0x09, Buffer.from(name).toString('hex'))
const turned = (text: string) => Buffer.from(text, 'hex').reverse().toString('hex')
