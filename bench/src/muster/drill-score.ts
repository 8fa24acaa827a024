// Compares what the product said in a drill with where people really were.
import { absenceOf } from '@rollcall/backend/domains/emergency/absence'
import type { StoredPosition } from '@rollcall/backend/positioning/position-queries'
import { type Building, liesIn } from '@rollcall/simulator/building/model'
import type { Truth } from '@rollcall/simulator/world'

export type DrillScore = {
  people: number
  /** Who stood at a point for a minute with a badge that can be heard, and how many of them were accounted for by then. */
  stood: number
  accountedInTime: number
  /** Accounted for while they were inside, outside away from every point, or outside and just beyond the edge of one. */
  wronglyInside: number
  wronglyOutside: number
  justBeyond: number
  /** Seconds until half and nine tenths of those who stood there were accounted for; NaN: never. */
  to50S: number
  to90S: number
  /** Really outside for half a minute and called probably inside; really inside throughout, heard, and never called so. */
  outside: number
  outsideCalledInside: number
  inside: number
  insideNeverCalled: number
  /** Ever said to be outside and in a room at once. */
  contradicted: number
}

type Look = {
  second: number
  now: number
  truths: readonly Truth[]
  latest: ReadonlyMap<string, StoredPosition>
  accounted: readonly string[]
}

const [standS, outsideS] = [60, 30]
/** As the product counts it; nearer to its edge than the radio can tell is beside the point (docs/decisions/0021-at-a-muster-point.md). */
const [besideM, toleranceM] = [6, 2]

type Person = {
  since: number | null
  outSince: number | null
  stoodAt: number | null
  wasOut: boolean
  calledIn: number
  calledOut: boolean
  contradicted: boolean
}

export function createDrillScore(
  { rooms, musterAreas }: Building,
  zones: readonly { readonly id: string; readonly name: string }[],
) {
  const open = new Set([...rooms.filter(({ kind }) => kind === 'outdoor'), ...musterAreas].map(({ name }) => name))
  const roomIds = new Set(zones.filter(({ name }) => !open.has(name)).map(({ id }) => id))
  const outdoor = new Set(rooms.filter(({ kind }) => kind === 'outdoor').map(({ key }) => key))
  const people = new Map<string, Person>()
  const accountedAt = new Map<string, number>()
  let [wronglyInside, wronglyOutside, justBeyond] = [0, 0, 0]
  const isWithin = ({ room, xM, yM }: Truth, metres: number) =>
    outdoor.has(room) && musterAreas.some((area) => liesIn(area, { x: xM, y: yM }, metres))

  const note = (truth: Truth, { second, now, latest }: Look) => {
    const id = truth.transmitterId
    const isOut = outdoor.has(truth.room)
    const person = people.get(id) ?? {
      since: null,
      outSince: null,
      stoodAt: null,
      wasOut: isOut,
      calledIn: 0,
      calledOut: false,
      contradicted: false,
    }
    people.set(id, person)
    person.wasOut ||= isOut
    person.outSince = isOut ? (person.outSince ?? second) : null
    person.since = isWithin(truth, besideM) && !truth.moving && truth.audible ? (person.since ?? second) : null
    if (person.since !== null && second - person.since >= standS) person.stoodAt ??= second
    const position = latest.get(id)
    if (!position || accountedAt.has(id)) return
    const absence = absenceOf(traceOf(position), true, now)
    const isCalledInside = absence === 'probably_inside'
    person.contradicted ||= absence === 'near_muster_point' && roomIds.has(position.zoneId ?? '')
    if (!isOut && isCalledInside) person.calledIn++
    if (person.outSince !== null && second - person.outSince >= outsideS && isCalledInside) person.calledOut = true
  }
  return {
    add(look: Look) {
      const truthOf = new Map(look.truths.map((truth) => [truth.transmitterId, truth]))
      for (const id of look.accounted) {
        const truth = truthOf.get(id)
        if (accountedAt.has(id) || !truth) continue
        accountedAt.set(id, look.second)
        if (!outdoor.has(truth.room)) wronglyInside++
        else if (!isWithin(truth, besideM + toleranceM)) wronglyOutside++
        else if (!isWithin(truth, besideM)) justBeyond++
      }
      // Assets are on no roster.
      for (const truth of look.truths)
        if (truth.present && isPerson(look.latest.get(truth.transmitterId))) note(truth, look)
    },
    result(): DrillScore {
      const stood = [...people].filter(([, { stoodAt }]) => stoodAt !== null)
      const inTime = stood.filter(([id, { stoodAt }]) => (accountedAt.get(id) ?? Infinity) <= stoodAt!)
      const times = stood.map(([id]) => accountedAt.get(id) ?? NaN).sort((a, b) => (Number.isNaN(a) ? 1 : a - b))
      const all = [...people.values()]
      const inside = [...people]
        .filter(([id, { wasOut }]) => !wasOut && !accountedAt.has(id))
        .map(([, person]) => person)
      return {
        people: people.size,
        stood: stood.length,
        accountedInTime: inTime.length,
        wronglyInside,
        wronglyOutside,
        justBeyond,
        to50S: times[Math.ceil(0.5 * times.length) - 1] ?? NaN,
        to90S: times[Math.ceil(0.9 * times.length) - 1] ?? NaN,
        outside: all.filter(({ wasOut }) => wasOut).length,
        outsideCalledInside: all.filter(({ calledOut }) => calledOut).length,
        inside: inside.length,
        insideNeverCalled: inside.filter(({ calledIn }) => calledIn === 0).length,
        contradicted: all.filter(({ contradicted }) => contradicted).length,
      }
    },
  }
}

const isPerson = (position: StoredPosition | undefined) => position !== undefined && position.entityType !== 'asset'

function traceOf({ timestamp, insideProbability = null, musterProbability = null }: StoredPosition) {
  const nothing = { atExit: false, atMusterPoint: false, batteryPct: null, receiversAlive: () => true }
  return { ...nothing, seenAt: timestamp, inScope: true, insideProbability, musterProbability }
}
