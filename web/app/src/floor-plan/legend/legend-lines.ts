// What each sign on the floor plan means, in the order in which the legend shows it: only of what is drawn now (MapLegend.vue).
import type { FloorContext } from '@rollcall/contracts/domains/context'
import { positionAges } from '@rollcall/contracts/domains/positions'
import type { MapLayers } from '../overlay/map-layers.ts'
import { t } from '../texts.ts'

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

const inWords = (ms: number) =>
  ms < 120_000 ? t('inSeconds', { seconds: ms / 1000 }) : t('inMinutes', { minutes: ms / 60_000 })

export function legendParts({ layers, seesPeople, zones }: Drawn): LegendPart[] {
  const people = seesPeople && layers.people
  const things = seesPeople && layers.assets
  const parts: readonly LegendPart[] = [
    { title: t('shapeWhoOrWhat'), lines: [...(people ? peopleLines : []), ...(things ? thingLines : [])] },
    { title: t('fillingHowLongAgo'), lines: people || things ? ageLines : [] },
    { title: t('circles'), lines: people || things ? circleLines(layers) : [] },
    { title: t('whoeverIsChosen'), lines: people || things ? chosenLines : [] },
    { title: t('receivers'), lines: layers.receivers ? receiverLines(layers) : [] },
    { title: t('zones'), lines: layers.zones ? zoneLines(zones) : [] },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

const peopleLines: readonly LegendLine[] = [
  {
    sign: 'employee',
    get says() {
      return t('employee')
    },
  },
  {
    sign: 'visitor',
    get says() {
      return t('visitor')
    },
  },
  {
    sign: 'contractor',
    get says() {
      return t('contractor')
    },
  },
]
const thingLines: readonly LegendLine[] = [
  {
    sign: 'asset',
    get says() {
      return t('asset')
    },
  },
  {
    sign: 'badge',
    get says() {
      return t('badgeThatNobodyCarries')
    },
  },
]
const ageLines: readonly LegendLine[] = [
  {
    sign: 'now',
    get says() {
      return t('legendNow', { time: inWords(positionAges.activeMs) })
    },
  },
  {
    sign: 'last-seen',
    get says() {
      return t('legendLastSeen', { time: inWords(positionAges.lastSeenMs) })
    },
  },
  {
    sign: 'stale',
    get says() {
      return t('notHeardForLongerNot')
    },
  },
]
const chosenLines: readonly LegendLine[] = [
  {
    sign: 'trail',
    get says() {
      return t('trailTheWayOfTheLast30')
    },
  },
  {
    sign: 'strong',
    get says() {
      return t('signalAReceiverThatHears')
    },
  },
  {
    sign: 'weak',
    get says() {
      return t('signalAReceiverThatHearsIt')
    },
  },
]
function circleLines({ clusters }: MapLayers): LegendLine[] {
  return [
    { sign: 'halo', says: t('somewhereInThisCircleHow') },
    { sign: 'chosen', says: t('chosen') },
    ...(clusters ? [{ sign: 'crowd', says: t('soManyPeopleCloseTogether') } as const] : []),
  ]
}
function receiverLines({ ambient }: MapLayers): LegendLine[] {
  return [
    { sign: 'online', says: t('receiverThatReports') },
    { sign: 'offline', says: t('receiverThatIsSilent') },
    ...(ambient ? [{ sign: 'ambient', says: t('devicesOfOthersThatItHears') } as const] : []),
  ]
}

/** The zone types of this floor by their colours, then what edges and numbers say. */
function zoneLines(zones: Drawn['zones']): LegendLine[] {
  const types = new Map(zones.map(({ zoneTypeName, colour }) => [zoneTypeName, colour]))
  const colours = [...types].toSorted(([a], [b]) => a.localeCompare(b))
  return [
    ...colours.map(([says, colour]) => ({ sign: 'zone' as const, says, colour })),
    ...(zones.some(({ isMusterPoint }) => isMusterPoint) ? [{ sign: 'muster', says: t('musterPoint') } as const] : []),
    ...(zones.some(({ isRestricted }) => isRestricted)
      ? [{ sign: 'restricted', says: t('restrictedWhoeverEnters') } as const]
      : []),
    { sign: 'count', says: t('peopleInTheZoneNow') },
  ]
}
