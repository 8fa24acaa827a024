// What the page about one receiver shows and offers (ReceiverDetail.vue).
import { activity } from '@rollcall/contracts/domains/activity'
import { diagnostics } from '@rollcall/contracts/domains/diagnostics'
import { receivers } from '@rollcall/contracts/domains/receivers'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { useRow } from '../api/use-row.ts'
import { useSite } from '../session/site-store.ts'
import { lengthText } from '../ui/measures.ts'
import { radioText } from '../ui/radio-text.ts'
import { changeAction, removeAction } from '../ui/resource/resource.ts'
import { receiverResource } from './receiver-resource.ts'
import { clockText, receiverWords } from './receiver-words.ts'
import { t } from './texts.ts'

export function useReceiver(receiverId: string) {
  const site = useSite()
  const router = useRouter()
  const { data: receiver, problem, gone, refresh } = useRow(receivers.read, { params: { id: receiverId } })
  const { data: monitor } = useRow(diagnostics.signalMonitor, () => aboutIt({ limit: 500 }))
  const { data: events } = useRow(activity.list, () => aboutIt({ pageSize: 8 }))
  /** By its address, which is known once it is read. */
  function aboutIt<Q extends object>(query: Q) {
    return receiver.value && { query: { ...query, receiverId: receiver.value.receiverId } }
  }
  const facts = computed(() => {
    if (receiver.value === null) return []
    const { receiverId: address, kind, floorId, zM, clockSkewMs, rssiOffsetDb } = receiver.value
    return [
      { name: receiverWords.receiverId.label, value: radioText(address) },
      { name: receiverWords.kind.label, value: kind },
      { name: receiverWords.floorId.label, value: floorId && site.floorNamed(floorId) },
      { name: receiverWords.zM.label, value: zM === null ? null : lengthText(zM, site.units) },
      { name: t('clock'), value: clockText(clockSkewMs) },
      { name: receiverWords.rssiOffsetDb.label, value: `${rssiOffsetDb} dB` },
    ]
  })
  const actions = computed(() => {
    if (receiver.value === null) return []
    return [
      changeAction(receiverResource, receiver.value, refresh),
      removeAction(receiverResource, receiver.value, () => router.push({ name: 'receivers' })),
    ]
  })
  return { receiver, monitor, events, problem, gone, refresh, facts, actions }
}
