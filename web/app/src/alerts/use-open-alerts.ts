// The open alerts, gravest first: read every half minute, and at once when the relay announces that they changed, together with
// every other list of alerts on the page. For the bell, and for the wall board of a building.
import { AlertNotice, alertsChannel } from '@rollcall/contracts/channels'
import { alerts } from '@rollcall/contracts/domains/alerts'
import { ref } from 'vue'
import { useReread, useRow } from '../api/use-row.ts'
import { useChannel } from '../realtime/use-channel.ts'
import { useSession } from '../session/session-store.ts'
import { assignedSentence, newAlertsSentence } from './open-alerts.ts'

const pollMs = 30_000
const mostListed = 6

export function useOpenAlerts(buildingId: () => string | null = () => null) {
  const reread = useReread()
  const session = useSession()
  const { data: open } = useRow(
    alerts.list,
    () => ({ query: { state: 'open', sort: 'kind', pageSize: mostListed, buildingId: buildingId() ?? undefined } }),
    { pollMs },
  )
  /** What somebody should read at once; a new one replaces the last. */
  const announcement = ref<string | null>(null)

  useChannel(alertsChannel, async (message) => {
    const notice = AlertNotice.safeParse(message)
    if (!notice.success) return
    const before = open.value
    await reread(alerts.list)
    const { raised, assignedTo } = notice.data.data
    const me = session.user?.userId
    if (!open.value) return
    if (me && assignedTo.includes(me)) announcement.value = assignedSentence(before, open.value, me)
    else if (raised > 0) announcement.value = newAlertsSentence(before, open.value)
  })
  return { open, announcement }
}
