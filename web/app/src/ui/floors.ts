// Floors as lists and forms speak of them: to choose from, to filter by, and as the way to their plan.
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { LocationQueryRaw } from 'vue-router'
import { useSite } from '../session/site-store.ts'
import type { Choice } from './form/form-field.ts'
import type { ListFilter } from './table/list-filter.ts'
import type { LinkCell } from './table/table-column.ts'
import { t } from './texts.ts'

export function useFloorChoices(): ComputedRef<Choice[]> {
  const site = useSite()
  return computed(() => site.allFloors.map(({ id }) => ({ label: site.floorNamed(id), value: id })))
}

export function useFloorFilter(): ListFilter {
  return { key: 'floorId', label: () => t('floor'), all: () => t('allFloors'), choices: useFloorChoices() }
}

/** By its name to its plan; null where there is none. */
export function floorLink(floorId: string | null, query: LocationQueryRaw = {}): LinkCell | null {
  if (floorId === null) return null
  return { text: useSite().floorNamed(floorId), to: { name: 'floor-plan', params: { floorId }, query } }
}
