// How a drill is planned, moved and called off: the form and its words. For the page of planned drills and the panel on the emergency
// page.
import { contacts } from '@rollcall/contracts/domains/contacts'
import { drills, PlannedDrillCreate } from '@rollcall/contracts/domains/drills'
import type { PlannedDrill } from '@rollcall/contracts/domains/drills'
import { call } from '../../api/call.ts'
import { useSession } from '../../session/session-store.ts'
import { useSite } from '../../session/site-store.ts'
import { fieldsOf } from '../../ui/form/form-field.ts'
import type { Choice } from '../../ui/form/form-field.ts'
import type { Resource } from '../../ui/resource/resource.ts'
import { t } from './texts.ts'
import { drillName, drillWords } from './drill-words.ts'

export const drillResource: Resource<PlannedDrill> = {
  rows: drills,
  id: 'planned-drill',
  get one() {
    return t('plannedDrill')
  },
  get many() {
    return t('plannedDrills')
  },
  nameOf: drillName,
  async fields() {
    const buildings = useSite().all.map(({ id, name }) => ({ value: id, label: name }))
    const { contactIds, ...words } = drillWords
    const known = await contactChoices()
    return fieldsOf(PlannedDrillCreate, {
      ...words,
      buildingId: { ...words.buildingId, choices: buildings },
      ...(known.length > 0 && { contactIds: { ...contactIds, choices: known } }),
    })
  },
  initial: () => ({ buildingId: useSite().building?.id, scenario: 'fire' }),
  words: {
    get add() {
      return t('plan')
    },
    get adding() {
      return t('adding')
    },
    get remove() {
      return t('callOff')
    },
    get removing() {
      return t('removing')
    },
  },
}

/** Contacts are for some only; without them the reminder goes to whoever would be told. */
async function contactChoices(): Promise<Choice[]> {
  if (!useSession().may(contacts.list)) return []
  const { items } = await call(contacts.list, { query: { active: 'true', pageSize: 200, sort: 'name' } })
  return items.map(({ id, name, role }) => ({ value: id, label: role ? `${name}, ${role}` : name }))
}
