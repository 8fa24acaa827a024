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
  /** Accounted for while they were inside, or outside and not at a point. */
  wronglyInside: number
  wronglyOutside: number
  /** Seconds until half and nine tenths of those who stood there were accounted for; NaN: never. */
  to50S: number
  to90S: number
  /** Really outside for half a minute and called probably inside; really inside throughout, heard, and never called so. */
  outside: number
  outsideCalledInside: number
  inside: number
  insideNeverCalled: number
}

type Look = {
  second: number
  now: number
  truths: readonly Truth[]
  latest: ReadonlyMap<string, StoredPosition>
  accounted: readonly string[]
}

const [standS, outsideS] = [60, 30]
/** As the product counts it. */
const besideM = 6

type Person = {
  since: number | null
  outSince: number | null
  stoodAt: number | null
  wasOut: boolean
  calledIn: number
  calledOut: boolean
}

export function createDrillScore({ rooms, musterAreas }: Building) {
  const outdoor = new Set(rooms.filter(({ kind }) => kind === 'outdoor').map(({ key }) => key))
  const people = new Map<string, Person>()
  const accountedAt = new Map<string, number>()
  let [wronglyInside, wronglyOutside] = [0, 0]
  const isAtPoint = ({ room, xM, yM }: Truth) =>
    outdoor.has(room) && musterAreas.some((area) => liesIn(area, { x: xM, y: yM }, besideM))

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
    }
    people.set(id, person)
    person.wasOut ||= isOut
    person.outSince = isOut ? (person.outSince ?? second) : null
    person.since = isAtPoint(truth) && !truth.moving && truth.audible ? (person.since ?? second) : null
    if (person.since !== null && second - person.since >= standS) person.stoodAt ??= second
    const position = latest.get(id)
    if (!position || accountedAt.has(id)) return
    const isCalledInside = absenceOf(traceOf(position), true, now) === 'probably_inside'
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
        else if (!isAtPoint(truth)) wronglyOutside++
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
        to50S: times[Math.ceil(0.5 * times.length) - 1] ?? NaN,
        to90S: times[Math.ceil(0.9 * times.length) - 1] ?? NaN,
        outside: all.filter(({ wasOut }) => wasOut).length,
        outsideCalledInside: all.filter(({ calledOut }) => calledOut).length,
        inside: inside.length,
        insideNeverCalled: inside.filter(({ calledIn }) => calledIn === 0).length,
      }
    },
  }
}

const isPerson = (position: StoredPosition | undefined) => position !== undefined && position.entityType !== 'asset'

function traceOf({ timestamp, insideProbability = null, musterProbability = null }: StoredPosition) {
  const nothing = { atExit: false, atMusterPoint: false, batteryPct: null, receiversAlive: () => true }
  return { ...nothing, seenAt: timestamp, inScope: true, insideProbability, musterProbability }
}
