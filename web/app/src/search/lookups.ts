// What fields let one choose from by typing: people, zones, badges, departments; each asks the server for the first few matches.
import { departments } from '@rollcall/contracts/domains/departments'
import { assets } from '@rollcall/contracts/domains/assets'
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import { zones } from '@rollcall/contracts/domains/zones'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { call } from '../api/call.ts'
import { useRow } from '../api/use-row.ts'
import { badgeChoices } from './badge-choices.ts'
import type { Choice, Find } from '../ui/form/form-field.ts'

const pageSize = 20

/** Of every kind: employees, visitors and contractors. */
export const findPerson: Find = async (q, signal) => {
  const { items } = await call(dashboard.personnel, { query: { q, pageSize } }, signal)
  return items.map(personChoice)
}

/** Those who answer for others: visitors and contractors come and go. */
export const findEmployee: Find = async (q, signal) => {
  const { items } = await call(dashboard.personnel, { query: { q, pageSize, entityType: 'employee' } }, signal)
  return items.map(personChoice)
}

export function personChoice(person: { personId: string; fullName: string; departmentName: string | null }): Choice {
  return { value: person.personId, label: person.fullName, suffix: person.departmentName ?? '' }
}

export const findAsset: Find = async (q, signal) => {
  const { items } = await call(assets.list, { query: { q, pageSize } }, signal)
  return items.map(({ id, name, category }) => ({ value: id, label: name, suffix: category }))
}

export const findZone: Find = async (q, signal) => {
  const { items } = await call(zones.list, { query: { q, pageSize } }, signal)
  return items.map(({ id, name, zoneTypeName }) => ({ value: id, label: name, suffix: zoneTypeName }))
}

export const findMusterPoint: Find = async (q, signal) => {
  const { items } = await call(zones.list, { query: { q, pageSize, isMusterPoint: 'true' } }, signal)
  return items.map(({ id, name }) => ({ value: id, label: name }))
}

/** Those that nobody carries; the value is the radio's own id, as assignments name it. */
export const findFreeBadge: Find = async (q, signal) => {
  const { items } = await call(transmitters.unassigned, { query: { q, pageSize } }, signal)
  return badgeChoices(items)
}

const everyDepartment = { query: { pageSize: 200, sort: 'name' } } as const
const asChoice = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** For a form that is being opened. */
export async function departmentChoices(): Promise<Choice[]> {
  const { items } = await call(departments.list, everyDepartment)
  return items.map(asChoice)
}

/** None for those who may not see departments, and until they are read. */
export function useDepartmentChoices(): ComputedRef<Choice[]> {
  const { data } = useRow(departments.list, everyDepartment, { pollMs: null })
  return computed(() => data.value?.items.map(asChoice) ?? [])
}
