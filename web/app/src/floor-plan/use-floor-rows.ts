// What the page says in words about the floor once a second: the rows of the list and how many people are in each zone.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { useIntervalFn } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { floorRows, peopleByZone } from './floor-rows.ts'
import type { FloorRow } from './floor-rows.ts'

const everyMs = 1_000

export type RowSource = {
  readonly snapshot: Ref<FloorContext | null>
  readonly seesPeople: boolean
  readonly positions: () => ReadonlyMap<string, PositionEntry>
  /** The moment that ages are counted from, epoch milliseconds. */
  readonly now: () => number
  readonly onUpdated: () => void
}

export function useFloorRows({ snapshot, seesPeople, positions, now, onUpdated }: RowSource) {
  const rows = shallowRef<readonly FloorRow[]>([])
  const counts = shallowRef<ReadonlyMap<string, number>>(new Map())
  const zoneNames = computed(() => new Map(snapshot.value?.zones.map(({ id, name }) => [id, name])))
  let updatedAt = 0

  function update(): void {
    updatedAt = Date.now()
    rows.value = floorRows(positions(), zoneNames.value, now())
    counts.value = seesPeople
      ? peopleByZone(positions(), now())
      : new Map(snapshot.value?.peopleByZone.map(({ zoneId, people }) => [zoneId, people]))
    onUpdated()
  }
  // At every change; ages grow also when nothing changes.
  useIntervalFn(() => Date.now() - updatedAt >= everyMs && update(), everyMs)
  watch(snapshot, update)
  return { rows, counts, update }
}
