// Changes alerts for the bell and the page of alerts: every list of them is read again, and a note says why something did not work.
import { alerts } from '@rollcall/contracts/domains/alerts'
import type { BatchResult } from '@rollcall/contracts/list'
import type { z } from 'zod'
import { useReread } from '../api/use-row.ts'
import { useAttempt } from '../ui/action/use-attempt.ts'
import { batchResult } from '../ui/table/bulk-action.ts'

/** `failure`: what to say above the reason. `done` is said when it worked; somebody else may have been faster. */
export function useAlertChange(failure: () => string) {
  const reread = useReread()
  const { busy, attempt, toast } = useAttempt(failure, () => reread(alerts.list))
  const change = (work: () => Promise<z.infer<typeof BatchResult>>, done?: string) =>
    attempt(async () => {
      const [refused] = batchResult(await work()).failed
      if (refused) toast.add({ title: refused, color: 'warning' })
      else if (done) toast.add({ title: done, color: 'success' })
    })
  return { busy, change }
}
