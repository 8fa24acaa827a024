// Placing a receiver while standing under it (InstallReceiver.vue): which one, where on which floor, its name and height; then the next.
import { receivers } from '@rollcall/contracts/domains/receivers'
import type { Receiver, ReceiverChange } from '@rollcall/contracts/domains/receivers'
import { computed, ref, watch } from 'vue'
import type { z } from 'zod'
import { useRoute } from 'vue-router'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { useRow } from '../../api/use-row.ts'
import { useSite } from '../../session/site-store.ts'
import { radioText } from '../../ui/radio-text.ts'
import { t } from './texts.ts'

export function useInstall() {
  const site = useSite()
  const route = useRoute()
  const all = useRow(receivers.list, { query: { pageSize: 200, sort: 'name' } })
  const heard = useRow(receivers.discover, {}, { pollMs: 3_000 })
  /** Of a registered receiver its id, of one that is only heard its address. */
  const chosen = ref(String(route.query['receiver'] ?? ''))
  const floorId = ref(site.floor?.id ?? '')
  const place = ref<{ x: number; y: number } | null>(null)
  const name = ref('')
  const heightM = ref<number | undefined>(2.5)
  const problem = ref<string | null>(null)
  const saved = ref<string | null>(null)
  const saving = ref(false)

  const items = computed(() => all.data.value?.items ?? [])
  const known = computed(() => items.value.find(({ id }) => id === chosen.value) ?? null)
  /** What is not placed comes first, and of that what is heard but new. */
  const choices = computed(() => [
    ...(heard.data.value ?? []).map(({ receiverId }) => ({
      label: t('radioTextHeardNot', { radioText: radioText(receiverId) }),
      value: receiverId,
    })),
    ...items.value
      .filter(({ x }) => x === null)
      .map((one) => ({ label: t('nameNotPlaced', { name: one.name }), value: one.id })),
    ...items.value.filter(({ x }) => x !== null).map((one) => ({ label: one.name, value: one.id })),
  ])
  const floor = computed(() => site.allFloors.find(({ id }) => id === floorId.value) ?? null)
  const others = computed(() =>
    items.value.flatMap(({ id, floorId: on, x, y, name: called }) =>
      on === floorId.value && id !== chosen.value && x !== null && y !== null ? [{ x, y, name: called }] : [],
    ),
  )
  watch(
    known,
    (one, before) => {
      if (one === null || one.id === before?.id) return
      name.value = one.name
      heightM.value = one.zM ?? 2.5
      if (one.floorId !== null) floorId.value = one.floorId
      place.value = one.x === null || one.y === null ? null : { x: one.x, y: one.y }
    },
    { immediate: true },
  )
  watch(floorId, () => (place.value = known.value?.floorId === floorId.value ? place.value : null))
  watch(
    () => site.floor?.id,
    (id) => (floorId.value ||= id ?? ''),
  )

  /** Null: it can be saved. */
  const missing = computed(() => {
    if (chosen.value === '') return t('chooseTheReceiver')
    if (place.value === null) return t('tapThePlaceOnThePlan')
    return name.value.trim() === '' ? t('giveItAName') : null
  })
  async function save(): Promise<void> {
    problem.value = missing.value
    saved.value = null
    if (problem.value !== null || place.value === null) return
    const body = { name: name.value.trim(), floorId: floorId.value, ...place.value, zM: heightM.value ?? null }
    saving.value = true
    try {
      if (known.value) await change(known.value, body)
      else await call(receivers.create, { body: { ...body, receiverId: chosen.value } })
      saved.value = t('nameIsPlacedOnToTheNextOne', { name: body.name })
      chosen.value = name.value = ''
      place.value = null
      await Promise.all([all.refresh(), heard.refresh()])
    } catch (error) {
      problem.value = sentenceFor(error)
    }
    saving.value = false
  }
  const fields = { chosen, floorId, place, name, heightM }
  return { ...fields, choices, floor, others, problem, saved, saving, save, reading: all }
}

function change({ id, updatedAt: unchangedSince }: Receiver, body: z.input<typeof ReceiverChange>) {
  return call(receivers.change, { params: { id }, body, unchangedSince })
}
