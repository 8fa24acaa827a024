// How the mailing of personal links is getting on, for everybody who looks at the board; and asking for it (rules 9). Read every second
// while mails are on their way, now and then otherwise: somebody else may have asked.
import { muster } from '@rollcall/contracts/domains/muster'
import type { LinkSending } from '@rollcall/contracts/domains/muster'
import { ref } from 'vue'
import { call } from '../../api/call.ts'
import { useReread, useRow } from '../../api/use-row.ts'
import type { RowReading } from '../../api/use-row.ts'

const idlePollMs = 10_000

export function useLinkSending(eventId: string) {
  const params = { id: eventId }
  const reread = useReread()
  const reading: RowReading<LinkSending> = useRow(
    muster.linkSending,
    { params },
    {
      pollMs: 1000,
      pollsWhen: () => (reading.data.value?.waiting ?? 0) > 0 || Date.now() - (reading.readAt.value ?? 0) >= idlePollMs,
    },
  )
  const busy = ref(false)

  /** Asking twice sends once; `again`: those whom none reached. */
  async function send(again = false): Promise<void> {
    if (busy.value) return
    busy.value = true
    try {
      await call(muster.sendLinks, { params, body: { again } })
      await reread(muster.linkSending)
    } finally {
      busy.value = false
    }
  }
  return { sending: reading.data, problem: reading.problem, busy, send }
}
