// Holds our reading of a frame against that of advlib, the field's own decoder. Used by the tests and by the long run of bench.
// @ts-expect-error: the package carries no types.
import untypedAdvlib from 'advlib-ble'
// @ts-expect-error: nor does this part of it.
import untypedNumbers from 'advlib-ble/lib/assignednumbers.js'
import { type Advertisement, pduTypes, readAdvertisement } from './advertisement.ts'

interface AdvlibReading {
  type: string
  txAdd: string
  rxAdd: string
  length: number
  advA?: string
  scanA?: string
  initA?: string
  targetA?: string
  flags?: number[]
  uuids?: string[]
  name?: string
  txPower?: number
  appearance?: number
  uri: string
  serviceData?: { uuid: string; data: string }[]
  manufacturerSpecificData?: { companyCode: number; data: string }[]
}
const advlib = untypedAdvlib as { process(frame: string): AdvlibReading | null }
const { URI_SCHEME_NAMES: uriSchemes } = untypedNumbers as { URI_SCHEME_NAMES: readonly string[] }

/** What the two say about a frame, in one shape; null where advlib says nothing or fails, and has no opinion to agree with. */
export function compareWithAdvlib(frame: string): { ours: object | null; theirs: object } | null {
  const ours = readAdvertisement(frame, 'pdu')
  const theirs = askAdvlib(frame)
  return theirs && { ours: ours && summaryOf(ours), theirs: summaryOfAdvlib(theirs) }
}

function askAdvlib(frame: string): AdvlibReading | null {
  try {
    return advlib.process(frame)
  } catch {
    return null
  }
}

function summaryOf(read: Advertisement): object {
  const { header } = read
  return {
    type: typeNames.get(header?.type ?? -1) ?? null,
    isTxRandom: header?.isTxRandom,
    isRxRandom: header?.isRxRandom,
    length: header?.length,
    advertiser: header?.advertiser,
    peer: header?.peer,
    flags: read.flags === null ? null : bitsOf(read.flags),
    uuids: read.uuids,
    name: read.name,
    txPower: read.txPower,
    appearance: read.appearance,
    uri: read.uri && uriSchemes[read.uri.scheme] + read.uri.rest,
    serviceData: read.serviceData.map(({ id, data }) => ({ id, data: data.toString('hex') })),
    manufacturerData: read.manufacturerData.map(({ id, data }) => ({ id, data: data.toString('hex') })),
  }
}

function summaryOfAdvlib(read: AdvlibReading): object {
  const type = typeNamesOfAdvlib.has(read.type) ? read.type : null
  // advlib gives every packet an address of its own catalogue where the packet names none.
  const ownUri = read.uri.startsWith('https://sniffypedia.org/') ? null : read.uri
  return {
    type,
    isTxRandom: read.txAdd === 'random',
    isRxRandom: read.rxAdd === 'random',
    length: read.length,
    advertiser: read.advA ?? null,
    peer: read.scanA ?? read.initA ?? read.targetA ?? null,
    flags: read.flags ?? null,
    // A list may name a service twice.
    uuids: [...new Set(read.uuids)],
    name: read.name ?? null,
    txPower: read.txPower ?? null,
    appearance: read.appearance ?? null,
    uri: ownUri,
    serviceData: (read.serviceData ?? []).map(({ uuid, data }) => ({ id: uuid, data })),
    manufacturerData: (read.manufacturerSpecificData ?? []).map(({ companyCode, data }) => ({ id: companyCode, data })),
  }
}

const typeNames = new Map(Object.entries(pduTypes).map(([name, type]) => [type as number, name]))
const typeNamesOfAdvlib: ReadonlySet<string> = new Set(Object.keys(pduTypes))
const bitsOf = (flags: number) => [0, 1, 2, 3, 4].filter((bit) => flags & (1 << bit))
