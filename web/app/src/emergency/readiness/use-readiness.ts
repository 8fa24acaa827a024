// How ready the site is now, read again when the relay tells of a change, and every half minute without it. Used by the emergency page
// and the dashboard.
import { ReadinessNotice, readinessChannel } from '@rollcall/contracts/channels'
import { readiness } from '@rollcall/contracts/domains/readiness'
import { useReread, useRow } from '../../api/use-row.ts'
import { useChannel } from '../../realtime/use-channel.ts'

export function useReadiness() {
  const reread = useReread()
  useChannel(readinessChannel, async (message) => {
    if (ReadinessNotice.safeParse(message).success) await reread(readiness.read, readiness.history)
  })
  return useRow(readiness.read, {}, { pollMs: 30_000 })
}
