// The last judgement on each receiver, worked out when somebody asks and it is older than a while: one floor at a time, beside the
// positions. Created by engine.ts, asked by the signal monitor.
import type { SiteFloor, SiteModel } from '../site-model.ts'
import { assessFloor, type ReceiverAssessment } from './assess-floor.ts'
import type { StrengthLog } from './strength-log.ts'

/** Null while nothing is known; asking again a moment later tells. */
export type ReceiverCheck = (receiverId: string) => ReceiverAssessment | null

const goodForMs = 20_000

interface CheckOptions {
  site(): SiteModel | null
  log: StrengthLog
  now(): number
  report(error: unknown): void
}

export function createReceiverCheck({ site, log, now, report }: CheckOptions): ReceiverCheck {
  const known = new WeakMap<SiteFloor, { at: number; found: readonly ReceiverAssessment[] | null }>()
  let underWay = Promise.resolve()
  const refresh = (floor: SiteFloor) => {
    const found = known.get(floor)?.found ?? null
    known.set(floor, { at: now(), found })
    underWay = underWay
      .then(() => assessFloor(floor, log.rows(floor)))
      .then((judged) => void known.set(floor, { at: now(), found: judged }))
      .catch(report)
  }
  return (receiverId) => {
    const receiver = site()?.receivers.get(receiverId)
    if (!receiver) return null
    const { floor } = receiver
    const before = known.get(floor)
    if (!before || now() - before.at > goodForMs) refresh(floor)
    return known.get(floor)?.found?.[floor.receivers.indexOf(receiver)] ?? null
  }
}
