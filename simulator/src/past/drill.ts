// A drill of the demo's past: it rings, people walk out, most are seen at an assembly point, and wardens account for the rest. Run by
// past.ts, whose clock goes on meanwhile.
import type { SitePast } from '@rollcall/contracts/site'
import type { OrdersOf } from '../walkers/evacuation.ts'
import type { Walker } from '../walkers/walker.ts'
import type { ZoneOf } from './zone-of.ts'

type Drill = SitePast['drills'][number]
type Decision = Drill['people'][number]

/** How long somebody stands at an assembly point until they are taken for safe. */
const standS = 10
/** From when on wardens tick off whoever is outside, and find whoever is still in a room. */
const beginS = { tapping: 120, searching: 300 } as const

export interface DrillOptions {
  walkers: readonly Walker[]
  ordersOf: OrdersOf
  zoneOf: ZoneOf
  /** Zones by which people are accounted for. */
  musterPoints: ReadonlySet<number>
  /** Between two people whom wardens account for. */
  wardenS: number
  by: string
  now: () => number
  pass: (seconds: number) => void
}

export function holdDrill(options: DrillOptions): Drill {
  const { walkers, ordersOf, zoneOf, musterPoints, wardenS, by, now, pass } = options
  const triggeredAt = now()
  const people = walkers.filter(({ present, carrier }) => present && carrier.kind !== 'asset')
  const began = new Map(people.map((walker) => [walker, zoneOf(walker.location)]))
  const decided = new Map<Walker, Omit<Decision, 'transmitterId' | 'zone'>>()
  const stoodS = new Map<Walker, number>()
  for (const [walker, order] of ordersOf(people, [])) walker.evacuate(order)
  const isInside = (walker: Walker) => began.get(walker) === zoneOf(walker.location)
  const left = () => people.filter((walker) => !decided.has(walker))
  for (let second = 1; decided.size < people.length; second += 1) {
    pass(1)
    for (const walker of left()) {
      const zone = zoneOf(walker.location)
      const isThere = walker.audible && zone !== null && musterPoints.has(zone)
      stoodS.set(walker, isThere ? (stoodS.get(walker) ?? 0) + 1 : 0)
      if (stoodS.get(walker) === standS)
        decided.set(walker, { decidedAt: now(), method: 'auto_zone', musterPoint: zone, note: null })
    }
    if (second < beginS.tapping || second % wardenS > 0) continue
    const next = left().find((walker) => !walker.moving && (second >= beginS.searching || !isInside(walker)))
    const found = next && isInside(next) ? ({ method: 'sweep', note: 'Found in the room' } as const) : null
    if (next) decided.set(next, { decidedAt: now(), method: 'manual', musterPoint: null, note: null, ...found })
  }
  pass(60)
  for (const walker of walkers) walker.dismiss()
  return {
    scenario: 'fire',
    message: 'Demo drill: please leave the building by the nearest stairs.',
    by,
    triggeredAt,
    resolvedAt: now(),
    people: people.map((walker) => {
      return { transmitterId: walker.carrier.transmitterId, zone: began.get(walker) ?? null, ...decided.get(walker)! }
    }),
  }
}
