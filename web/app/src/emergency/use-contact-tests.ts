// Test messages to contacts: asked for once, and followed while they are on their way, then now and then for answers (rules 9).
import { contacts } from '@rollcall/contracts/domains/contacts'
import type { ContactTesting } from '@rollcall/contracts/domains/contacts'
import { watch } from 'vue'
import { call } from '../api/call.ts'
import { useReread, useRow } from '../api/use-row.ts'
import type { RowReading } from '../api/use-row.ts'
import { useAttempt } from '../ui/action/use-attempt.ts'
import { confirmFirst } from '../ui/dialog/open-dialog.ts'
import { t } from './texts.ts'

const idlePollMs = 5_000

/** `answered`: when something changed that the list of contacts shows. */
export function useContactTests(answered: () => unknown) {
  const reread = useReread()
  const reading: RowReading<ContactTesting> = useRow(
    contacts.testing,
    {},
    {
      pollMs: 1000,
      pollsWhen: () => (reading.data.value?.waiting ?? 0) > 0 || Date.now() - (reading.readAt.value ?? 0) >= idlePollMs,
    },
  )
  watch(
    () => reading.data.value?.tests.filter(({ answeredAt }) => answeredAt !== null).length,
    () => void answered(),
  )
  const { busy, attempt } = useAttempt(
    () => t('noTestSent'),
    () => reread(contacts.testing),
  )
  const send = (contactIds?: readonly string[]) =>
    call(contacts.test, { body: contactIds ? { contactIds: [...contactIds] } : {} })
  return {
    testing: reading.data,
    busy,
    ask: (contactIds: readonly string[]) => attempt(() => send(contactIds)),
    /** Many people get a message: not by a slip of the finger. */
    askAll: () =>
      confirmFirst({
        title: t('sendTestAll'),
        description: t('sendTestDetail'),
        verb: t('sendTestVerb'),
        submit: async () => {
          await send()
          await reread(contacts.testing)
        },
      }),
  }
}
