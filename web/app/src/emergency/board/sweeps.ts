// Which parts of the building are being searched or were: as the server has them, with what was said here shown at once, sent
// until it is answered and kept over a reload like a tap. Part of muster-feed.ts.
import type { Sweep, SweepState } from '@rollcall/contracts/domains/muster'
import { computed, shallowReactive, shallowRef } from 'vue'
import { sentenceFor } from '../../api/problem-error.ts'
import { decidedAfter } from '../../realtime/server-clock.ts'
import type { RefusedSweep, StoredTaps, SweepTap } from './stored-taps.ts'
import { untilAnswered } from './until-answered.ts'

/** `zoneId` null: the floor outside its zones. */
export type Area = { readonly floorId: string; readonly zoneId: string | null }
export const areaKey = ({ floorId, zoneId }: Area): string => `${floorId}/${zoneId ?? ''}`

export type SweepOptions = {
  readonly sweep: (tap: SweepTap) => Promise<Sweep>
  /** Who says it, until the server has it. */
  readonly me: string
  readonly stored?: StoredTaps
  readonly tryAgainMs: number
}

export function createSweeps({ sweep: send, me, stored, tryAgainMs }: SweepOptions) {
  const known = shallowRef<ReadonlyMap<string, Sweep>>(new Map())
  /** By area: said here and not answered yet. */
  const pending = shallowReactive(new Map<string, SweepTap>())
  /** By area: what was said here and refused, and why; until somebody has read it. */
  const failed = shallowReactive(new Map<string, RefusedSweep>())
  const ending = new AbortController()
  let restored = false

  /** By area (`areaKey`); whatever is not in it was never spoken of. */
  const sweeps = computed<ReadonlyMap<string, Sweep>>(() => {
    const shown = new Map(known.value)
    for (const [key, { at, note, ...area }] of pending) {
      shown.set(key, { ...area, by: me, decidedAt: at, at, note: note ?? null })
    }
    return shown
  })

  async function sweep(area: Area, state: SweepState, note?: string): Promise<void> {
    const { floorId, zoneId } = area
    const at = decidedAfter([known.value.get(areaKey(area))?.decidedAt])
    const tap = { floorId, zoneId, state, at, ...(note ? { note } : {}) }
    await deliver(tap)
  }

  async function deliver(tap: SweepTap): Promise<void> {
    const key = areaKey(tap)
    failed.delete(key)
    pending.set(key, tap)
    keep()
    const isWanted = () => !ending.signal.aborted && pending.get(key) === tap
    try {
      const saved = await untilAnswered({ attempt: () => send(tap), isWanted, onWaiting: keep, tryAgainMs })
      if (saved !== null) merge([saved])
    } catch (error) {
      if (isWanted()) failed.set(key, { ...tap, why: sentenceFor(error) })
    }
    if (!isWanted()) return
    pending.delete(key)
    keep()
  }

  function keep(): void {
    if (!ending.signal.aborted && restored)
      stored?.write({ sweeps: [...pending.values()], refusedSweeps: [...failed.values()] })
  }

  function merge(news: readonly Sweep[], isWhole = false): void {
    if (news.length === 0 && !isWhole) return
    const next = new Map(isWhole ? [] : known.value)
    for (const one of news) {
      const ours = next.get(areaKey(one))
      if (!ours || one.at >= ours.at) next.set(areaKey(one), one)
    }
    known.value = next
  }

  async function restore(): Promise<void> {
    const { sweeps: taps = [], refusedSweeps = [] } = (await stored?.read()) ?? {}
    restored = true
    for (const one of refusedSweeps) if (!pending.has(areaKey(one))) failed.set(areaKey(one), one)
    if (!ending.signal.aborted) for (const tap of taps) if (!pending.has(areaKey(tap))) void deliver(tap)
    keep()
  }

  void restore()
  function forgetSweepFailed(): void {
    failed.clear()
    keep()
  }
  const end = () => ending.abort()
  return { known, sweeps, sweepPending: pending, sweepFailed: failed, forgetSweepFailed, sweep, merge, end }
}
