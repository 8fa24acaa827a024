// What the page about one receiver shows and offers (ReceiverDetail.vue).
import { activity } from '@rollcall/contracts/domains/activity'
import { diagnostics } from '@rollcall/contracts/domains/diagnostics'
import { receivers } from '@rollcall/contracts/domains/receivers'
import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { call } from '../api/call.ts'
import { usePolled } from '../api/use-polled.ts'
import { useSession } from '../session/session-store.ts'
import { useSite } from '../session/site-store.ts'
import { lengthText } from '../ui/measures.ts'
import { radioText } from '../ui/radio-text.ts'
import { changeAction, removeAction } from '../ui/resource/resource.ts'
import { receiverResource } from './receiver-resource.ts'
import { clockText, receiverWords } from './receiver-words.ts'

export function useReceiver(receiverId: string) {
  const session = useSession()
  const site = useSite()
  const router = useRouter()
  const { data, problem, gone, refresh } = usePolled(async () => {
    const receiver = await call(receivers.read, { params: { id: receiverId } })
    const query = { receiverId: receiver.receiverId }
    const [monitor, events] = await Promise.all([
      session.can('diagnostics.read') ? call(diagnostics.signalMonitor, { query: { ...query, limit: 500 } }) : null,
      session.can('activity.read') ? call(activity.list, { query: { ...query, pageSize: 8 } }) : null,
    ])
    return { receiver, monitor, events: events?.items ?? [] }
  })
  const receiver = computed(() => data.value?.receiver ?? null)
  const facts = computed(() => {
    if (receiver.value === null) return []
    const { receiverId: address, kind, floorId, zM, clockSkewMs, rssiOffsetDb } = receiver.value
    return [
      { name: receiverWords.receiverId.label, value: radioText(address) },
      { name: receiverWords.kind.label, value: kind },
      { name: receiverWords.floorId.label, value: floorId && site.floorNamed(floorId) },
      { name: receiverWords.zM.label, value: zM === null ? null : lengthText(zM, site.units) },
      { name: 'Clock', value: clockText(clockSkewMs) },
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
  return { data, receiver, problem, gone, refresh, facts, actions }
}
