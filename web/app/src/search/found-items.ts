// What the search over everything finds: people, assets, zones, badges and receivers, each with where choosing it leads
// (interface: anatomy).
import { assets } from '@rollcall/contracts/domains/assets'
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { zones } from '@rollcall/contracts/domains/zones'
import { receivers } from '@rollcall/contracts/domains/receivers'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import type { Transmitter } from '@rollcall/contracts/domains/transmitters'
import type { Sighting } from '@rollcall/contracts/domains/positions'
import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import type { Ref } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { useRow } from '../api/use-row.ts'
import { useSession } from '../session/session-store.ts'
import { placeWords } from '../ui/place-words.ts'
import { radioText } from '../ui/radio-text.ts'
import { badgeChoices } from './badge-choices.ts'

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
    { row: transmitters.list, ...useRow(transmitters.list, asked, { pollMs: null }) },
    { row: receivers.list, ...useRow(receivers.list, asked, { pollMs: null }) },
  ] as const
  const [peopleReading, assetReading, zoneReading, badgeReading, receiverReading] = found
  const readable = found.filter(({ row }) => session.may(row))
  return {
    people: computed(() => (peopleReading.data.value?.items ?? []).map(personItem)),
    assets: computed(() => (assetReading.data.value?.items ?? []).map(assetItem)),
    zones: computed(() => (zoneReading.data.value?.items ?? []).map(zoneItem)),
    badges: computed(() => (badgeReading.data.value?.items ?? []).map(badgeItem)),
    receivers: computed(() => (receiverReading.data.value?.items ?? []).map(receiverItem)),
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

/** A badge leads to the list of badges, narrowed to it: there it is given, taken back and changed. */
function badgeItem(badge: Pick<Transmitter, 'transmitterId' | 'name' | 'type' | 'entityName'>): FoundItem {
  const [choice] = badgeChoices([badge])
  const address = radioText(badge.transmitterId)
  const to = { name: 'badges', query: { q: badge.transmitterId } }
  return { label: choice?.label ?? address, suffix: choice?.suffix ?? address, icon: 'i-lucide-id-card-lanyard', to }
}

function receiverItem({ id, name, receiverId }: { id: string; name: string; receiverId: string }): FoundItem {
  const to = { name: 'receiver', params: { receiverId: id } }
  return { label: name, suffix: radioText(receiverId), icon: 'i-lucide-radio-tower', to }
}
