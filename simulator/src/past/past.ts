// The past of the demo site: both floors surveyed, then a week of working days that its people walked, with two drills, a receiver that
// failed, a battery that was changed. Part of the site file (`--print-site --with-past`); the same seed and the same day give the same past.
import type { Site, SitePast } from '@rollcall/contracts/site'
import { createHeadOffice } from '../building/head-office.ts'
import { createRandom } from '../random.ts'
import { createRoster } from '../roster/roster.ts'
import { createDayClock, openingHours } from '../walkers/day.ts'
import { createDestinations } from '../walkers/destinations.ts'
import { createEvacuation } from '../walkers/evacuation.ts'
import { createRouter } from '../walkers/routes.ts'
import { createWalker } from '../walkers/walker.ts'
import { pastBatteries } from './batteries.ts'
import { holdDrill } from './drill.ts'
import { placeSeconds, surveyFloors } from './survey.ts'
import { createTrack } from './track.ts'
import { workingDaysBefore } from './working-days.ts'
import { createZoneOf } from './zone-of.ts'

export interface PastOptions {
  seed: number
  /** As in the site. */
  employees?: number | undefined
  site: Site
  /** Epoch milliseconds of its end. */
  now: number
}

const stepS = 5
const quarterMs = 15 * 60_000
const hour = 3600
const dayCount = 5
/** Of these days, by their number, at these hours; the second one went better. */
const drillsAt = [
  { day: 0, nowS: 10.5 * hour, wardenS: 45 },
  { day: 3, nowS: 14.25 * hour, wardenS: 20 },
] as const
/** Seconds after midnight. */
const surveyFrom = 18.75 * hour
/** From one place to the next, three metres on. */
const stepToNextS = 6
const operator = 'Facility operator (demo)'

export function createPast({ seed, employees, site, now }: PastOptions): SitePast {
  const { tracks, occupancy, drills, days } = walkDays({ seed, employees, site, now })
  const random = createRandom(seed).fork('past')
  const moment = (day: number, hours: number) => days[day]! + hours * hour * 1000
  const changed = { transmitterId: site.people[12 % site.people.length]!.transmitterId, at: moment(2, 9.2) }
  return {
    tracks,
    occupancy,
    batteries: pastBatteries(site, random.fork('batteries'), now, changed),
    drills,
    alerts: [
      {
        kind: 'receiver_offline',
        of: site.receivers[3 % site.receivers.length]!.receiverId,
        by: operator,
        raisedAt: moment(1, 13.2),
        acknowledgedAt: moment(1, 13.4),
        clearedAt: moment(1, 13.9),
      },
      {
        kind: 'battery_low',
        of: changed.transmitterId,
        by: operator,
        raisedAt: moment(0, 8.6),
        acknowledgedAt: moment(1, 8.5),
        clearedAt: changed.at,
      },
    ],
    surveys: surveysBefore(seed, days[0]!),
  }
}

/** One floor after the other, on the evening before the first day, when nobody is in the way. */
function surveysBefore(seed: number, midnight: number): SitePast['surveys'] {
  let at = midnight + (surveyFrom - 24 * hour) * 1000
  return surveyFloors({ seed }).map((places, floor) => {
    at += places.length * (placeSeconds + stepToNextS) * 1000
    return { floor, acceptedAt: at, places }
  })
}

function walkDays({ seed, employees, site, now }: PastOptions) {
  const random = createRandom(seed)
  const building = createHeadOffice()
  const router = createRouter(building)
  const destinations = createDestinations(building)
  const zoneOf = createZoneOf(building, site)
  const days = workingDaysBefore(now, dayCount, site.building.timezone)
  const clock = createDayClock(openingHours.fromS)
  const roster = createRoster(random.fork('roster'), employees)
  const charge = new Map(roster.people.map(({ transmitterId, batteryPct }) => [transmitterId, batteryPct]))
  const ordersOf = createEvacuation({ building, random: random.fork('past evacuation'), charge })
  const floorOf = new Map(building.levels.map(({ level }, index) => [level, index]))
  const walkers = roster.carriers.map((carrier) =>
    createWalker({ carrier, router, destinations, random: random.fork(`past ${carrier.transmitterId}`), clock }),
  )
  const tracks = walkers.map((walker) => ({ walker, track: createTrack(walker, zoneOf, floorOf) }))
  const occupancy = new Map<number, number>()
  const at = () => days[clock.day]! + clock.nowS * 1000
  const pass = (seconds: number) => {
    clock.pass(seconds)
    for (const walker of walkers) walker.step(seconds)
    if (clock.day >= days.length) return
    for (const { track } of tracks) track.note(at())
    const quarter = Math.floor(at() / quarterMs) * quarterMs
    const people = walkers.filter(({ present, carrier }) => present && carrier.kind !== 'asset').length
    occupancy.set(quarter, Math.max(people, occupancy.get(quarter) ?? 0))
  }
  const musterPoints = new Set(site.zones.flatMap(({ isMusterPoint }, index) => (isMusterPoint ? [index] : [])))
  const drills: SitePast['drills'] = []
  while (clock.day < days.length) {
    const due = drillsAt[drills.length]
    if (due && clock.day === due.day && clock.nowS >= due.nowS) {
      const { wardenS } = due
      drills.push(holdDrill({ walkers, ordersOf, zoneOf, musterPoints, wardenS, by: operator, now: at, pass }))
    } else pass(stepS)
  }
  return {
    days,
    drills,
    tracks: tracks.map(({ walker, track }) => {
      return { transmitterId: walker.carrier.transmitterId, points: track.points }
    }),
    occupancy: quartersOf(occupancy, now),
  }
}

/** Every quarter up to now: between the working days nobody is there. */
function quartersOf(occupancy: ReadonlyMap<number, number>, now: number): SitePast['occupancy'] {
  const quarters: SitePast['occupancy'] = []
  for (let at = Math.min(...occupancy.keys()); at + quarterMs <= now; at += quarterMs)
    quarters.push({ at, people: occupancy.get(at) ?? 0 })
  return quarters
}
