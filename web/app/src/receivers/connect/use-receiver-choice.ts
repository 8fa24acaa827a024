// Which receiver is being placed (use-install.ts): by the code on its label, by name or by address; registered, heard only, or new.
import { receivers } from '@rollcall/contracts/domains/receivers'
import type { Receiver } from '@rollcall/contracts/domains/receivers'
import { MacAddress } from '@rollcall/contracts/fields'
import { plainRadioId } from '@rollcall/contracts/radio-ids'
import { computed, ref } from 'vue'
import { useRoute } from 'vue-router'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'
import { useRow } from '../../api/use-row.ts'
import { useSession } from '../../session/session-store.ts'
import type { Choice } from '../../ui/form/form-field.ts'
import { radioText } from '../../ui/radio-text.ts'
import { addressOnLabel } from './label.ts'
import { t } from './texts.ts'

export function useReceiverChoice() {
  const session = useSession()
  const heard = useRow(receivers.discover, {}, { pollMs: 3_000 })
  /** The address of the receiver; a link may name it. */
  const chosen = ref(plainRadioId(String(useRoute().query['receiver'] ?? '')))
  const looked = useRow(receivers.list, () => (chosen.value === '' ? null : byAddress(chosen.value)))
  const labelProblem = ref<string | null>(null)
  const known = computed(() => looked.data.value?.items.find(({ receiverId }) => receiverId === chosen.value) ?? null)
  /** Whether it is registered is not known yet. */
  const looking = computed(() => chosen.value !== '' && looked.data.value === null && looked.problem.value === null)
  const isHeard = (address: string) => (heard.data.value ?? []).some(({ receiverId }) => receiverId === address)
  const choice = computed(() => {
    if (chosen.value === '') return null
    return known.value ? choiceOf(known.value) : unregistered(chosen.value)
  })
  function unregistered(address: string): Choice {
    const label = isHeard(address) ? 'radioTextHeardNot' : 'radioTextNew'
    return { label: t(label, { radioText: radioText(address) }), value: address }
  }
  /** What is not placed comes first, and of that what is heard but new. A whole address may be that of one that is not heard yet. */
  async function find(words: string, signal: AbortSignal): Promise<readonly Choice[]> {
    const q = /^[\da-f]*:[\da-f:]*$/i.test(words) ? plainRadioId(words) : words
    const { items } = await call(receivers.list, { query: { q: q || undefined, pageSize: 200, sort: 'name' } }, signal)
    const fresh = (heard.data.value ?? []).map(({ receiverId }) => receiverId).filter((one) => one.includes(q))
    if (items.length + fresh.length === 0 && MacAddress.safeParse(q).success && session.may(receivers.create))
      fresh.push(q)
    return [
      ...fresh.map(unregistered),
      ...items.filter(({ x }) => x === null).map(choiceOf),
      ...items.filter(({ x }) => x !== null).map(choiceOf),
    ]
  }
  async function readLabel(code: string | null): Promise<void> {
    labelProblem.value = null
    if (code === null) return void (labelProblem.value = t('noCodeOnThePicture'))
    try {
      const isKnown = async (one: string) => isHeard(one) || (await call(receivers.list, byAddress(one))).total > 0
      const address = await addressOnLabel(code, isKnown)
      if (address === null) labelProblem.value = t('codeNamesNoReceiver', { code: code.slice(0, 80) })
      else chosen.value = address
    } catch (error) {
      labelProblem.value = sentenceFor(error)
    }
  }
  return { chosen, known, choice, find, readLabel, labelProblem, looking, refreshHeard: heard.refresh }
}

const byAddress = (q: string) => ({ query: { q, pageSize: 200 } })

function choiceOf({ receiverId, name, x }: Receiver): Choice {
  return { label: x === null ? t('nameNotPlaced', { name }) : name, value: receiverId, suffix: radioText(receiverId) }
}
