// Says what kind of device sent an advertisement and who made it, as far as it gives that away. Called once per ambient device by
// ambient-devices.ts; the rules are in classification-rules.ts.
import type { Advertisement } from '../advertisement/advertisement.ts'
import type { AddressKind } from './address-kind.ts'
import { companyRules, findMy, microsoftBeacon, nameRules, serviceRules, type Verdict } from './classification-rules.ts'

export interface Sender {
  kind: AddressKind
  /** Who was assigned the first half of a public address. */
  maker: string | null
}

/** Null when nothing is known. The strongest source decides; what it leaves open about the maker, the next may fill in. */
export function classify(read: Advertisement | null, { kind, maker }: Sender): Verdict | null {
  const found = read ? [byCompany(read, kind), byService(read, kind), byName(read)].filter((one) => one !== null) : []
  if (maker !== null) found.push({ deviceType: 'other', manufacturer: maker, confidence: 0.2 })
  const best = found.find(({ deviceType }) => deviceType !== 'other') ?? found[0]
  if (!best) return null
  return { ...best, manufacturer: best.manufacturer ?? found.find((one) => one.manufacturer)?.manufacturer ?? null }
}

function byCompany(read: Advertisement, kind: AddressKind): Verdict | null {
  for (const { id, data } of read.manufacturerData) {
    const rule = companyRules.get(id)
    if (!rule) continue
    if (id === 0x004c && data[0] === findMy.first)
      return data[1] === findMy.separatedLength ? findMy.separated : findMy.withOwner
    if (id === 0x0006 && data[0] === microsoftBeacon.first)
      return microsoftBeacon.devices.get((data[1] ?? 0) & 0x1f) ?? microsoftBeacon.any
    const found = rule.byFirst?.get(data[0] ?? -1) ?? rule.any
    return id === 0x004c && data[0] === 0x10 ? surerIfPrivate(found, kind) : found
  }
  return null
}

function byService(read: Advertisement, kind: AddressKind): Verdict | null {
  for (const uuid of [...read.serviceData.map(({ id }) => id), ...read.uuids]) {
    const found = serviceRules.get(uuid)
    if (found) return uuid === 'fe9f' ? surerIfPrivate(found, kind) : found
  }
  return null
}

function byName({ name }: Advertisement): Verdict | null {
  if (name === null) return null
  return nameRules.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

/** Phones change their address all the time; what sits in a socket rarely does. */
function surerIfPrivate(found: Verdict, kind: AddressKind): Verdict {
  return kind === 'resolvable' ? { ...found, confidence: 0.9 } : found
}
