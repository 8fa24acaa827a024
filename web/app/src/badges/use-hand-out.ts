// Hands out badges to people who carry none: fills in badges of the stock, hands them out, and keeps the answer for each person.
// Used by HandOut.vue.
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import type { PresentPerson } from '@rollcall/contracts/domains/dashboard'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import type { z } from 'zod'
import { computed, reactive, ref, shallowRef } from 'vue'
import { call } from '../api/call.ts'
import { badgeChoices } from '../search/badge-choices.ts'
import type { Choice } from '../ui/form/form-field.ts'
import { eachAnswer } from '../ui/table/each-of.ts'
import { useRowList } from '../ui/table/use-list.ts'
import { give } from './hand-out.ts'

export type WithoutBadge = z.infer<typeof PresentPerson>

export function useHandOut() {
  const list = useRowList(dashboard.personnel, { sort: 'fullName', only: { presence: 'unknown' }, beside: true })
  /** Badges in stock that are meant for people; those for assets stay with the assets. */
  const stock = shallowRef<readonly Choice[]>([])
  const inStock = ref<number | null>(null)
  const offered = new Map<string, Choice>()
  const chosen = reactive(new Map<string, Choice>())
  /** By person: null when the badge was handed out, otherwise why not. */
  const answers = reactive(new Map<string, string | null>())
  const filled = ref(0)
  const busy = ref(false)

  async function findBadge(q: string, signal?: AbortSignal): Promise<readonly Choice[]> {
    const { items } = await call(transmitters.unassigned, { query: { q: q || undefined, pageSize: 200 } }, signal)
    const forPeople = items.filter(({ entityType, type }) => entityType !== 'asset' && type !== 'phone')
    const choices = badgeChoices(forPeople)
    for (const one of choices) offered.set(one.value, one)
    return untaken(choices)
  }
  function untaken(choices: readonly Choice[]): Choice[] {
    const taken = new Set([...chosen.values()].map(({ value }) => value))
    return choices.filter(({ value }) => !taken.has(value))
  }
  async function readStock(): Promise<void> {
    stock.value = await findBadge('').catch(() => [])
    inStock.value = stock.value.length
  }
  void readStock()

  const waiting = computed(
    () => list.result.value?.items.filter(({ personId }) => answers.get(personId) !== null) ?? [],
  )
  const ready = computed(() => waiting.value.filter(({ personId }) => chosen.has(personId)).length)
  function fill(): void {
    const left = untaken(stock.value)
    for (const { personId } of waiting.value) {
      const next = chosen.has(personId) ? undefined : left.shift()
      if (next) chosen.set(personId, next)
    }
    filled.value += 1
  }
  function choose(personId: string, value: string): void {
    const badge = offered.get(value)
    if (badge) chosen.set(personId, badge)
    else chosen.delete(personId)
    answers.delete(personId)
  }
  async function handOut(): Promise<void> {
    busy.value = true
    const pairs = waiting.value.flatMap((person) => {
      const badge = chosen.get(person.personId)
      return badge ? { person, badge } : []
    })
    const results = await eachAnswer(pairs, ({ person: { personId: id, entityType }, badge }) =>
      give(badge.value, { id, entityType }),
    )
    for (const [index, { person }] of pairs.entries()) answers.set(person.personId, results[index] ?? null)
    busy.value = false
    await readStock()
  }
  return { list, inStock, chosen, answers, filled, busy, waiting, ready, findBadge, readStock, fill, choose, handOut }
}
