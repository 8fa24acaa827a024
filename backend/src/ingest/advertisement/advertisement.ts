// Reads Bluetooth Low Energy advertisements (Core specification, volume 6 part B 2.3 and volume 3 part C 11). Our own code, because
// strangers write these bytes and we read them by the thousand: it never throws, and it copies nothing that is not used.
// Called by the ambient classifier; held against advlib by advlib-agreement.ts.

export interface DataOf<Id> {
  id: Id
  data: Buffer
}

export interface Advertisement {
  /** Null when only the payload was given. */
  header: Header | null
  /** Bit field of AD type 1. */
  flags: number | null
  /** 4, 8 or 32 hex digits each, most significant first. */
  uuids: string[]
  name: string | null
  /** dBm. */
  txPower: number | null
  appearance: number | null
  /** Scheme as numbered by the Bluetooth SIG. */
  uri: { scheme: number; rest: string } | null
  serviceData: DataOf<string>[]
  /** By company identifier. */
  manufacturerData: DataOf<number>[]
}

export interface Header {
  /** 0 to 15, see pduTypes. */
  type: number
  isTxRandom: boolean
  isRxRandom: boolean
  /** As the sender claims; gateways also pass on shorter ones. */
  length: number
  /** Twelve hex digits; null where the packet type has none. */
  advertiser: string | null
  /** Who scans, connects or is asked for, by packet type. */
  peer: string | null
}

/** `pdu`: header, addresses, payload, as raddecs carry it; `payload`: the AD structures alone, as Minew gateways send them. */
export type FrameForm = 'pdu' | 'payload'

/** Header and the longest payload that its length octet can name. */
export const mostFrameBytes = 257

/** Numbers beyond it are not assigned. */
const mostUriScheme = 0xba

/** Null when it is no advertisement. A payload whose structures do not add up is read as an empty one. */
export function readAdvertisement(frame: unknown, form: FrameForm): Advertisement | null {
  if (typeof frame !== 'string' || frame.length > mostFrameBytes * 2) return null
  // Ends at the first character that is no hex digit.
  const bytes = Buffer.from(frame, 'hex')
  if (form === 'payload') return bytes.length === 0 ? null : readPayload(bytes, 0, null)
  const header = readHeader(bytes)
  if (!header) return null
  return carriesPayload.has(header.type) ? readPayload(bytes, 8, header) : emptyAdvertisement(header)
}

export const pduTypes = {
  ADV_IND: 0,
  ADV_DIRECT_IND: 1,
  ADV_NONCONN_IND: 2,
  SCAN_REQ: 3,
  SCAN_RSP: 4,
  CONNECT_IND: 5,
  ADV_SCAN_IND: 6,
} as const

const { ADV_IND, ADV_DIRECT_IND, ADV_NONCONN_IND, SCAN_REQ, SCAN_RSP, CONNECT_IND, ADV_SCAN_IND } = pduTypes
const carriesPayload: ReadonlySet<number> = new Set([ADV_IND, ADV_NONCONN_IND, SCAN_RSP, ADV_SCAN_IND])
const hasTwoAddresses: ReadonlySet<number> = new Set([ADV_DIRECT_IND, SCAN_REQ, CONNECT_IND])

function readHeader(bytes: Buffer): Header | null {
  if (bytes.length < 8) return null
  const type = bytes[0]! & 0x0f
  const isPair = hasTwoAddresses.has(type)
  if (isPair && bytes.length < 14) return null
  const first = isPair || carriesPayload.has(type) ? reversedHex(bytes, 2, 8) : null
  const second = isPair ? reversedHex(bytes, 8, 14) : null
  // Whoever scans or connects comes first there.
  const isAsked = type === SCAN_REQ || type === CONNECT_IND
  return {
    type,
    isTxRandom: (bytes[0]! & 0x40) !== 0,
    isRxRandom: (bytes[0]! & 0x80) !== 0,
    length: bytes[1]!,
    advertiser: isAsked ? second : first,
    peer: isAsked ? first : second,
  }
}

function emptyAdvertisement(header: Header | null): Advertisement {
  return {
    header,
    flags: null,
    uuids: [],
    name: null,
    txPower: null,
    appearance: null,
    uri: null,
    serviceData: [],
    manufacturerData: [],
  }
}

function readPayload(bytes: Buffer, from: number, header: Header | null): Advertisement {
  const found = emptyAdvertisement(header)
  let at = from
  while (at < bytes.length) {
    const length = bytes[at]!
    const next = at + length + 1
    if (length >= 2 && next <= bytes.length) readStructure(found, bytes[at + 1]!, bytes.subarray(at + 2, next))
    at = next
  }
  return at === bytes.length ? found : emptyAdvertisement(header)
}

/** The first of each kind counts, lists grow; a structure of the wrong size says nothing. `value` is never empty. */
function readStructure(found: Advertisement, type: number, value: Buffer): void {
  switch (type) {
    case 0x01:
      found.flags ??= value[0]!
      break
    case 0x02:
    case 0x03:
      return readUuids(found, value, 2)
    case 0x04:
    case 0x05:
      return readUuids(found, value, 4)
    case 0x06:
    case 0x07:
      return readUuids(found, value, 16)
    case 0x08:
    case 0x09:
      found.name ??= value.toString()
      break
    case 0x0a:
      found.txPower ??= value.readInt8(0)
      break
    case 0x16:
      return readServiceData(found, value, 2)
    case 0x19:
      if (value.length === 2) found.appearance ??= value.readUInt16LE(0)
      break
    case 0x20:
      return readServiceData(found, value, 4)
    case 0x21:
      return readServiceData(found, value, 16)
    case 0x24:
      if (value.length >= 2 && value[0]! > 0 && value[0]! <= mostUriScheme)
        found.uri ??= { scheme: value[0]!, rest: value.toString('utf8', 1) }
      break
    case 0xff:
      if (value.length >= 3) found.manufacturerData.push({ id: value.readUInt16LE(0), data: value.subarray(2) })
  }
}

function readUuids(found: Advertisement, value: Buffer, size: number): void {
  if (value.length % size !== 0) return
  for (let at = 0; at < value.length; at += size) {
    const uuid = reversedHex(value, at, at + size)
    if (!found.uuids.includes(uuid)) found.uuids.push(uuid)
  }
}

function readServiceData(found: Advertisement, value: Buffer, size: number): void {
  if (value.length <= size) return
  found.serviceData.push({ id: reversedHex(value, 0, size), data: value.subarray(size) })
}

/** The air carries the least significant octet first. */
function reversedHex(bytes: Buffer, from: number, to: number): string {
  let hex = ''
  for (let at = to - 1; at >= from; at--) hex += octets[bytes[at]!]
  return hex
}

const octets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'))
