// Placing a receiver while standing under it (InstallReceiver.vue): which one, where on which floor, its name and height; then the next.
import { receivers } from '@rollcall/contracts/domains/receivers'
import type { Receiver, ReceiverChange } from '@rollcall/contracts/domains/receivers'
import { computed, ref, watch } from 'vue'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { useRow } from '../../api/use-row.ts'
import { useSite } from '../../session/site-store.ts'
import { t } from './texts.ts'
import { useReceiverChoice } from './use-receiver-choice.ts'

export function useInstall() {
  const site = useSite()
  const which = useReceiverChoice()
  const { chosen, known, labelProblem } = which
  const floorId = ref(site.floor?.id ?? '')
  const onFloor = useRow(
    receivers.list,
    () => (floorId.value === '' ? null : { query: { floorId: floorId.value, pageSize: 200 } }),
    { keepsLast: true },
  )
  const place = ref<{ x: number; y: number } | null>(null)
  const name = ref('')
  const heightM = ref<number | undefined>(2.5)
  const problem = ref<string | null>(null)
  const saved = ref<string | null>(null)
  const saving = ref(false)

  const floor = computed(() => site.allFloors.find(({ id }) => id === floorId.value) ?? null)
  const others = computed(() =>
    (onFloor.data.value?.items ?? []).flatMap(({ receiverId, x, y, name: called }) =>
      receiverId !== chosen.value && x !== null && y !== null ? [{ x, y, name: called }] : [],
    ),
  )
  watch(chosen, () => {
    name.value = ''
    heightM.value = 2.5
    place.value = labelProblem.value = problem.value = null
  })
  watch(
    known,
    (one, before) => {
      if (one === null || one.id === before?.id) return
      name.value ||= one.name
      heightM.value = one.zM ?? 2.5
      // Whoever tapped while it was looked up has said where.
      if (place.value !== null || one.floorId === null) return
      floorId.value = one.floorId
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
      chosen.value = ''
      await Promise.all([onFloor.refresh(), which.refreshHeard()])
    } catch (error) {
      problem.value = sentenceFor(error)
    }
    saving.value = false
  }
  const fields = { floorId, place, name, heightM }
  return { ...which, ...fields, floor, others, problem, saved, saving, save, reading: onFloor }
}

function change({ id, updatedAt: unchangedSince }: Receiver, body: z.input<typeof ReceiverChange>) {
  return call(receivers.change, { params: { id }, body, unchangedSince })
}
