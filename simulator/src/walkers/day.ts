// The clock of the simulated day and what it asks of people: arrive, meet with the team, have lunch, leave. It starts where the world
// is told to, whatever the real time is, and skips the night, so that the building is alive at any real hour. Used by walker.ts.
import type { Random } from '../random.ts'
import { hashText } from '../random.ts'
import type { Carrier } from '../roster/roster.ts'
import type { Destinations, Visit } from './destinations.ts'
import type { Location } from './routes.ts'

export interface DayClock {
  /** Seconds since midnight, simulated. */
  readonly nowS: number
  /** Counts from 0. */
  readonly day: number
  pass(seconds: number): void
}

export interface Workday {
  /** Seconds until the person first comes; 0 when on site already. */
  readonly comesInS: number
  next(home: Location): Visit
}

const hour = 3600
/** When the last have left in the evening the next morning begins. */
export const openingHours = { fromS: 8 * hour, toS: 18.5 * hour } as const
/** Between which hours each kind of person comes, eats and goes; those without stay around the clock. */
const habits: Record<'person' | 'guest', Record<'arrive' | 'lunch' | 'leave', [number, number]>> = {
  person: { arrive: [8, 9.1], lunch: [11.75, 13], leave: [16.5, 18] },
  guest: { arrive: [8.3, 10], lunch: [11.75, 13], leave: [13.5, 17] },
}
const lunchSeconds = [1200, 2100] as const
/** Who could not go to lunch until so long after the usual moment does without. */
const lunchPatienceS = 1.5 * hour
/** Meetings end at the full or half hour. */
const meetingSlotS = hour / 2

export function createDayClock(startS: number): DayClock {
  let nowS = startS
  let day = 0
  return {
    get nowS() {
      return nowS
    },
    get day() {
      return day
    },
    pass(seconds) {
      nowS += seconds
      while (nowS >= openingHours.toS) {
        nowS -= openingHours.toS - openingHours.fromS
        day++
      }
    },
  }
}

interface WorkdayOptions {
  clock: DayClock
  carrier: Carrier
  destinations: Destinations
  random: Random
}

/** Null for assets and for the people who walk the building day and night. */
export function createWorkday({ clock, carrier, destinations, random }: WorkdayOptions): Workday | null {
  if (carrier.kind !== 'person' && carrier.kind !== 'guest') return null
  const { arrive, lunch, leave } = habits[carrier.kind]
  const arriveS = hour * random.between(...arrive)
  const lunchS = hour * random.between(...lunch)
  const leaveS = hour * random.between(...leave)
  let lunchedOn = -1

  const untilArrival = () => {
    if (clock.nowS < arriveS) return arriveS - clock.nowS
    return openingHours.toS - clock.nowS + arriveS - openingHours.fromS
  }
  const isOff = () => clock.nowS < arriveS || clock.nowS >= leaveS
  return {
    comesInS: isOff() ? untilArrival() : 0,
    next(home) {
      if (isOff()) return { to: 'away', location: destinations.gate(random), staySeconds: untilArrival() }
      const isLunchTime = clock.nowS >= lunchS && clock.nowS < lunchS + lunchPatienceS
      if (isLunchTime && lunchedOn !== clock.day) {
        lunchedOn = clock.day
        // The first is the canteen proper; the others serve coffee.
        const location = destinations.inside('canteen', random, 0)
        return { to: 'canteen', location, staySeconds: random.between(...lunchSeconds) }
      }
      const visit = destinations.next(carrier, home, random)
      if (visit.to !== 'meeting') return visit
      // Whoever of a team meets in the same half hour meets in the same room.
      const slot = Math.floor(clock.nowS / meetingSlotS)
      const share = hashText(`${carrier.home} ${clock.day} ${slot}`) / 2 ** 32
      const staySeconds = (slot + 1) * meetingSlotS - clock.nowS
      return { to: 'meeting', location: destinations.inside('meeting', random, share), staySeconds }
    },
  }
}
