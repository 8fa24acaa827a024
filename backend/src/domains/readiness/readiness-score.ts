// The formula of readiness, nothing else (docs/readiness.md): every lack costs its weight times the share that is at fault, rounded up
// to whole points, and the number is what is left of 100. Called by read-readiness.ts.
import {
  readinessWeights,
  type BuildingReadiness,
  type ReadinessCode,
  type ReadinessReason,
} from '@rollcall/contracts/domains/readiness'

export type Weighed = keyof typeof readinessWeights
/** `faulty` of `total`; with a total of nothing all of it is at fault. */
export type Fault = {
  readonly faulty: number
  readonly total: number
  readonly names?: readonly string[]
  readonly at?: string | null
}
export type Faults = Readonly<Record<Weighed, Fault>>

/** What must be there before anything else can be put right: it is named first, in this order. */
const foundations: readonly ReadinessCode[] = ['floors_without_receivers', 'receivers_silent', 'people_without_badge']

export function reasonsOf(faults: Faults): ReadinessReason[] {
  const reasons = (Object.keys(readinessWeights) as Weighed[]).map((code): ReadinessReason => {
    const { faulty, total, names = [], at = null } = faults[code]
    return {
      code,
      points: costOf(code, faulty, total),
      atMost: readinessWeights[code],
      faulty,
      total,
      names: [...names],
      at,
    }
  })
  const costly = reasons.filter(({ points }) => points > 0)
  const isMissing = ({ code, total }: ReadinessReason) => total === 0 && foundations.includes(code)
  return [...costly.filter(isMissing), ...costly.filter((reason) => !isMissing(reason)).toSorted(dearestFirst)]
}

/** Never below 0, for the weights add up to 100. */
export function scoreOf(reasons: readonly Pick<ReadinessReason, 'points'>[]): number {
  return 100 - reasons.reduce((sum, { points }) => sum + points, 0)
}

/** Rounded up: no fault is free, however many there are beside it. */
function costOf(code: Weighed, faulty: number, total: number): number {
  return total === 0 ? readinessWeights[code] : Math.ceil((readinessWeights[code] * Math.min(faulty, total)) / total)
}

const dearestFirst = (a: ReadinessReason, b: ReadinessReason) => b.points - a.points

/** Before there is a building. */
export const nothingYet: BuildingReadiness = {
  buildingId: null,
  name: '',
  score: 0,
  reasons: [{ code: 'building_none', points: 100, atMost: 100, faulty: 0, total: 0, names: [], at: null }],
}

/** Half a year without a drill is well; a year without one costs all of it. */
const drillDays = { well: 180, most: 365 } as const

export function drillFault(lastDrillAt: string | null, nowMs: number): Fault {
  const total = drillDays.most - drillDays.well
  const days = lastDrillAt === null ? Infinity : (nowMs - Date.parse(lastDrillAt)) / 86_400_000
  return { faulty: Math.floor(Math.min(total, Math.max(0, days - drillDays.well))), total, at: lastDrillAt }
}
