// What the search over everything finds: people, assets and zones, each with where choosing it leads (interface: anatomy).
import { assets } from '@rollcall/contracts/domains/assets'
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { zones } from '@rollcall/contracts/domains/zones'
import type { Sighting } from '@rollcall/contracts/domains/positions'
import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import type { Ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useRow } from '../api/use-row.ts'
import { useSession } from '../session/session-store.ts'
import { placeWords } from '../ui/place-words.ts'

export type FoundItem = {
  readonly label: string
  readonly suffix: string
  readonly icon: string
  readonly to: RouteLocationRaw
}

/** Few of each kind: whoever sees more than this types another letter. */
const mostOfEach = 6
const fewestLetters = 2

/** Kinds that the caller may not read are left out. */
export function useFoundItems(term: Ref<string>) {
  const session = useSession()
  const q = refDebounced(term, 200)
  const asked = () => {
    const typed = q.value.trim()
    return typed.length < fewestLetters ? null : { query: { q: typed, pageSize: mostOfEach } }
  }
  const found = [
    { row: dashboard.personnel, ...useRow(dashboard.personnel, asked, { pollMs: null }) },
    { row: assets.list, ...useRow(assets.list, asked, { pollMs: null }) },
    { row: zones.list, ...useRow(zones.list, asked, { pollMs: null }) },
  ] as const
  const [peopleReading, assetReading, zoneReading] = found
  const readable = found.filter(({ row }) => session.may(row))
  return {
    people: computed(() => (peopleReading.data.value?.items ?? []).map(personItem)),
    assets: computed(() => (assetReading.data.value?.items ?? []).map(assetItem)),
    zones: computed(() => (zoneReading.data.value?.items ?? []).map(zoneItem)),
    busy: computed(() => readable.some(({ busy }) => busy.value)),
    problem: computed(() => readable.find(({ problem }) => problem.value !== null)?.problem.value ?? null),
  }
}

type SeenSomewhere = {
  readonly lastSeen?: Pick<Sighting, 'floorId' | 'floorName' | 'zoneName' | 'nearZoneName'> | null | undefined
}
const whereSeen = ({ lastSeen }: SeenSomewhere) => lastSeen && placeWords(lastSeen)

function personItem(
  person: SeenSomewhere & { personId: string; fullName: string; departmentName: string | null },
): FoundItem {
  const { personId, fullName, departmentName, lastSeen } = person
  return {
    label: fullName,
    suffix: whereSeen(person) ?? departmentName ?? '',
    icon: 'i-lucide-user-round',
    to: lastSeen
      ? { name: 'floor-plan', params: { floorId: lastSeen.floorId }, query: { find: fullName } }
      : { name: 'person', params: { personId } },
  }
}

function assetItem(asset: SeenSomewhere & { id: string; name: string; category: string }): FoundItem {
  const { id, name, category } = asset
  const to = { name: 'asset', params: { assetId: id } }
  return { label: name, suffix: whereSeen(asset) ?? category, icon: 'i-lucide-package', to }
}

function zoneItem({ name, zoneTypeName, floorId }: { name: string; zoneTypeName: string; floorId: string }): FoundItem {
  const to = { name: 'floor-plan', params: { floorId } }
  return { label: name, suffix: zoneTypeName, icon: 'i-lucide-shapes', to }
}
