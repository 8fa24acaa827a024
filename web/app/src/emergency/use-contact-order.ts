// Moves a contact up or down in the order in which contacts are told. The whole order is sent, and that from which it was made: who
// moves one at the same moment is told, and nobody's order is lost.
import { contacts } from '@rollcall/contracts/domains/contacts'
import type { Contact } from '@rollcall/contracts/domains/contacts'
import { call } from '../api/call.ts'
import type { Action } from '../ui/action/action.ts'
import { useAttempt } from '../ui/action/use-attempt.ts'
import type { List } from '../ui/table/use-list.ts'
import { t } from './texts.ts'

const pageSize = 200
/** The contract takes 500. */
async function wholeOrder(): Promise<string[]> {
  const read = (page: number) => call(contacts.list, { query: { sort: 'priority', pageSize, page } })
  const first = await read(1)
  const rest = Array.from({ length: Math.ceil(first.total / pageSize) - 1 }, (_, index) => read(index + 2))
  return [first, ...(await Promise.all(rest))].flatMap(({ items }) => items.map(({ id }) => id))
}

export function useContactOrder(list: List<Contact>) {
  const { attempt } = useAttempt(() => t('orderNotChanged'), list.refresh)
  async function move(contact: Contact, by: -1 | 1): Promise<void> {
    const was = seen() ?? (await wholeOrder())
    const place = was.indexOf(contact.id)
    const other = was[place + by]
    if (place < 0 || other === undefined) return
    await call(contacts.reorder, { body: { order: was.with(place + by, contact.id).with(place, other), was } })
  }
  /** What stands on the screen, where that is all of them in their order; null: it is not. */
  function seen(): string[] | null {
    const { items = [], total } = list.result.value ?? {}
    return list.sort.value === 'priority' && items.length === total ? items.map(({ id }) => id) : null
  }
  const actionsOf = (contact: Contact): Action[] => [
    {
      label: t('tellEarlier'),
      icon: 'i-lucide-arrow-up',
      row: contacts.reorder,
      run: () => attempt(() => move(contact, -1)),
    },
    {
      label: t('tellLater'),
      icon: 'i-lucide-arrow-down',
      row: contacts.reorder,
      run: () => attempt(() => move(contact, 1)),
    },
  ]
  return { actionsOf }
}
