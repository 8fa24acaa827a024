// Moves a contact up or down in the order in which contacts are told. The whole order is sent, as it is seen.
import { contacts } from '@rollcall/contracts/domains/contacts'
import type { Contact } from '@rollcall/contracts/domains/contacts'
import { call } from '../api/call.ts'
import type { Action } from '../ui/action/action.ts'
import { useAttempt } from '../ui/action/use-attempt.ts'
import type { List } from '../ui/table/use-list.ts'

export function useContactOrder(list: List<Contact>) {
  const { attempt } = useAttempt('The order was not changed', list.refresh)
  async function move(contact: Contact, by: -1 | 1): Promise<void> {
    const { items } = await call(contacts.list, { query: { sort: 'priority', pageSize: 200 } })
    const order = items.map(({ id }) => id)
    const place = order.indexOf(contact.id)
    const other = order[place + by]
    if (place < 0 || other === undefined) return
    order[place + by] = contact.id
    order[place] = other
    await call(contacts.reorder, { body: { order } })
  }
  const actionsOf = (contact: Contact): Action[] => [
    {
      label: 'Tell earlier',
      icon: 'i-lucide-arrow-up',
      row: contacts.reorder,
      run: () => attempt(() => move(contact, -1)),
    },
    {
      label: 'Tell later',
      icon: 'i-lucide-arrow-down',
      row: contacts.reorder,
      run: () => attempt(() => move(contact, 1)),
    },
  ]
  return { actionsOf }
}
