// Who or what is chosen on the floor plan, by a click on the map or in the list, and whoever was chosen and has left the floor.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { FloorRow } from './floor-rows.ts'
import type FloorMap from './map/FloorMap.vue'
import type { Pick } from './map/pick-at.ts'
import type { SheetStep } from './sheet-step.ts'

export type ChoiceSource = {
  readonly map: Readonly<Ref<InstanceType<typeof FloorMap> | null>>
  readonly phone: Readonly<Ref<boolean>>
  readonly sheet: Ref<SheetStep>
  readonly rows: Readonly<Ref<readonly FloorRow[]>>
  readonly positions: () => ReadonlyMap<string, PositionEntry>
}

export function useChoice(chosen: Ref<string | null>, source: ChoiceSource) {
  const { map, phone, sheet, rows, positions } = source
  const chosenReceiver = ref<string | null>(null)
  const following = ref(false)
  const lost = shallowRef<{ name: string; entityId: string | null } | null>(null)
  const card = computed(() => {
    const row = rows.value.find(({ id }) => id === chosen.value)
    const entry = row && positions().get(row.id)
    return row && entry ? { row, entry } : null
  })

  function choose(id: string | null): void {
    if (id !== chosen.value) following.value = false
    chosen.value = id
    chosenReceiver.value = null
    if (id !== null) lost.value = null
  }
  function clear(): void {
    choose(null)
    lost.value = null
  }
  async function chooseFromList(id: string | null): Promise<void> {
    choose(id)
    if (id === null) return
    if (phone.value) sheet.value = 'half'
    await nextTick()
    // By the list's own positions: on a page that has just been opened the map may not have received them yet.
    const at = positions().get(id)?.position
    if (at) map.value?.goTo({ x: at.xM, y: at.yM })
  }
  function chooseOnMap(what: Pick | null): void {
    choose(what?.type === 'marker' ? what.id : null)
    if (what?.type === 'receiver') chosenReceiver.value = what.id
    else if (what?.type === 'cluster') map.value?.plan?.map.fitBounds(what.bounds, { padding: [90, 90], maxZoom: 6 })
    if (!phone.value) return
    sheet.value = what === null || what.type === 'cluster' ? 'peek' : 'half'
    // The sheet may have come over whoever was tapped.
    if (what?.type === 'marker') void nextTick(() => map.value?.centre())
  }
  watch(following, (on) => on && map.value?.centre())
  watch(card, (now, before) => {
    if (now === null && before && chosen.value !== null)
      lost.value = { name: before.entry.name, entityId: before.entry.entityId }
    else if (now !== null) lost.value = null
  })
  return { chosenReceiver, following, lost, card, choose, clear, chooseFromList, chooseOnMap }
}
