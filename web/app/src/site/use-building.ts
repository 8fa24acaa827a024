// What the page about one building shows and offers (BuildingDetail.vue).
import { buildings } from '@rollcall/contracts/domains/buildings'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { useRow } from '../api/use-row.ts'
import { addAction, changeAction, removeAction } from '../ui/resource/resource.ts'
import { buildingResource, floorResource } from './building-resource.ts'
import { buildingWords } from './building-words.ts'
import { t } from './texts.ts'

export function useBuilding(buildingId: string) {
  const router = useRouter()
  const {
    data: building,
    problem,
    gone,
    refresh,
  } = useRow(buildings.read, { params: { id: buildingId } }, { pollMs: 60_000 })

  /** From the top down. */
  const stack = computed(() => building.value?.floors.toSorted((a, b) => b.level - a.level) ?? [])
  const facts = computed(() => {
    const { code, address, timezone, latitude, longitude, active } = building.value ?? {}
    const coordinates = latitude != null && longitude != null ? `${latitude}, ${longitude}` : null
    return [
      { name: buildingWords.code.label, value: code },
      { name: buildingWords.address.label, value: address },
      { name: t('coordinates'), value: coordinates },
      { name: buildingWords.timezone.label, value: timezone },
      { name: buildingWords.active.label, value: active ? t('yes') : t('no') },
    ]
  })
  const actions = computed(() => {
    if (building.value === null) return []
    const left = () => router.push({ name: 'buildings' })
    return [
      changeAction(buildingResource, building.value, refresh),
      removeAction(buildingResource, building.value, left),
    ]
  })
  const addFloor = computed(() => {
    const top = stack.value[0]
    const next = { level: top ? top.level + 1 : 0, widthM: top?.widthM ?? 40, heightM: top?.heightM ?? 25 }
    const ofBuilding = { ...floorResource, bodyOf: (body: object) => ({ ...body, buildingId }) }
    return addAction(ofBuilding, refresh, next)
  })
  return { building, problem, gone, refresh, stack, facts, actions, addFloor }
}
