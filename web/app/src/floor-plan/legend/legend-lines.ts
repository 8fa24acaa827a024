// What each sign on the floor plan means, in the order in which the legend shows it: only of what is drawn now (MapLegend.vue).
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { positionAges } from '@rollcall/contracts/domains/positions'
import type { MapLayers } from '../overlay/map-layers.ts'

export type LegendSign =
  | 'employee'
  | 'visitor'
  | 'contractor'
  | 'asset'
  | 'badge'
  | 'now'
  | 'last-seen'
  | 'stale'
  | 'halo'
  | 'chosen'
  | 'crowd'
  | 'online'
  | 'offline'
  | 'ambient'
  | 'zone'
  | 'muster'
  | 'restricted'
  | 'count'
  | 'trail'
  | 'strong'
  | 'weak'

/** `colour`: of a zone type. */
export type LegendLine = { readonly sign: LegendSign; readonly says: string; readonly colour?: string }
export type LegendPart = { readonly title: string; readonly lines: readonly LegendLine[] }

type Drawn = { readonly layers: MapLayers; readonly seesPeople: boolean; readonly zones: FloorContext['zones'] }

const inWords = (ms: number) => (ms < 120_000 ? `${ms / 1000} seconds` : `${ms / 60_000} minutes`)

export function legendParts({ layers, seesPeople, zones }: Drawn): LegendPart[] {
  const people = seesPeople && layers.people
  const things = seesPeople && layers.assets
  const parts: readonly LegendPart[] = [
    { title: 'Shape: who or what', lines: [...(people ? peopleLines : []), ...(things ? thingLines : [])] },
    { title: 'Filling: how long ago', lines: people || things ? ageLines : [] },
    { title: 'Circles', lines: people || things ? circleLines(layers) : [] },
    { title: 'Whoever is chosen', lines: people || things ? chosenLines : [] },
    { title: 'Receivers', lines: layers.receivers ? receiverLines(layers) : [] },
    { title: 'Zones', lines: layers.zones ? zoneLines(zones) : [] },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

const peopleLines: readonly LegendLine[] = [
  { sign: 'employee', says: 'Employee' },
  { sign: 'visitor', says: 'Visitor' },
  { sign: 'contractor', says: 'Contractor' },
]
const thingLines: readonly LegendLine[] = [
  { sign: 'asset', says: 'Asset' },
  { sign: 'badge', says: 'Badge that nobody carries' },
]
const ageLines: readonly LegendLine[] = [
  { sign: 'now', says: `Here now: heard within ${inWords(positionAges.activeMs)}` },
  { sign: 'last-seen', says: `Last seen here, up to ${inWords(positionAges.lastSeenMs)} ago; paler with time` },
  { sign: 'stale', says: 'Not heard for longer; not counted as here' },
]
const chosenLines: readonly LegendLine[] = [
  { sign: 'trail', says: 'Trail: the way of the last 30 minutes, older parts paler' },
  { sign: 'strong', says: 'Signal: a receiver that hears the badge well' },
  { sign: 'weak', says: 'Signal: a receiver that hears it faintly' },
]
function circleLines({ clusters }: MapLayers): LegendLine[] {
  return [
    { sign: 'halo', says: 'Somewhere in this circle: how sure the place is' },
    { sign: 'chosen', says: 'Chosen' },
    ...(clusters ? [{ sign: 'crowd', says: 'So many people close together; click to come nearer' } as const] : []),
  ]
}
function receiverLines({ ambient }: MapLayers): LegendLine[] {
  return [
    { sign: 'online', says: 'Receiver that reports' },
    { sign: 'offline', says: 'Receiver that is silent' },
    ...(ambient ? [{ sign: 'ambient', says: 'Devices of others that it hears' } as const] : []),
  ]
}

/** The zone types of this floor by their colours, then what edges and numbers say. */
function zoneLines(zones: Drawn['zones']): LegendLine[] {
  const types = new Map(zones.map(({ zoneTypeName, colour }) => [zoneTypeName, colour]))
  const colours = [...types].toSorted(([a], [b]) => a.localeCompare(b))
  return [
    ...colours.map(([says, colour]) => ({ sign: 'zone' as const, says, colour })),
    ...(zones.some(({ isMusterPoint }) => isMusterPoint) ? [{ sign: 'muster', says: 'Muster point' } as const] : []),
    ...(zones.some(({ isRestricted }) => isRestricted)
      ? [{ sign: 'restricted', says: 'Restricted: whoever enters without leave raises an alert' } as const]
      : []),
    { sign: 'count', says: 'People in the zone now' },
  ]
}
