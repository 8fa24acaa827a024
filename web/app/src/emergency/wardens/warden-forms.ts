// Naming a warden and deputies, as a dialog: what for, who, and who stands in for them. Used by Wardens.vue.
import { WardenCreate, wardens } from '@rollcall/contracts/domains/wardens'
import type { Warden } from '@rollcall/contracts/domains/wardens'
import { zones } from '@rollcall/contracts/domains/zones'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { departmentChoices, findPerson } from '../../search/lookups.ts'
import { useSite } from '../../session/site-store.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { checked } from '../../ui/form/checked.ts'
import EditDialog from '../../ui/form/EditDialog.vue'
import { chosenAs, fieldsOf } from '../../ui/form/form-field.ts'
import type { Choice, Find, FormField, FormValues } from '../../ui/form/form-field.ts'
import { areaValue, bodyOfArea, peopleIn, wholeArea } from './warden-areas.ts'

type Done = () => unknown

/** What the form asks for; the contract has ids in an order instead. */
const Named = z.strictObject({
  area: z.string().min(1),
  first: z.uuid(),
  second: z.uuid().nullable().default(null),
  third: z.uuid().nullable().default(null),
})

/** Everything that somebody can answer for, by the words typed. */
const findArea: Find = async (q, signal) => {
  const buildings = useSite().all
  const found = await call(zones.list, { query: { q: q || undefined, pageSize: 100 } }, signal)
  const departments = await departmentChoices().catch(() => [])
  const choices: Choice[] = buildings.flatMap((building) => [
    { value: areaValue({ buildingId: building.id }), label: building.name, suffix: 'Whole building' },
    ...building.floors.map(({ id: floorId, name }) => ({
      value: areaValue({ buildingId: building.id, floorId }),
      label: name,
      suffix: `Floor, ${building.name}`,
    })),
    ...departments.map(({ value: departmentId, label }) => ({
      value: areaValue({ buildingId: building.id, departmentId }),
      label,
      suffix: `Department, ${building.name}`,
    })),
  ])
  const zoneChoices = found.items.flatMap(({ id: zoneId, name, floorId }) => {
    const building = buildings.find(({ floors }) => floors.some(({ id }) => id === floorId))
    if (!building) return []
    return { value: areaValue({ buildingId: building.id, zoneId }), label: name, suffix: `Zone, ${building.name}` }
  })
  const typed = q.trim().toLowerCase()
  return [...choices.filter(({ label }) => label.toLowerCase().includes(typed)), ...zoneChoices].slice(0, 60)
}

function personFields({ people }: Pick<Warden, 'people'>): FormField[] {
  const words = { first: 'Warden', second: 'First deputy', third: 'Second deputy' } as const
  const help = {
    first: 'Signs in with an account that has the same email address.',
    second: 'Counts when the warden is not on site or does not answer.',
    third: 'Counts when neither is there.',
  }
  return (Object.keys(words) as (keyof typeof words)[]).flatMap((key, place) => {
    const person = people[place]
    const chosen = chosenAs(person?.personId, person?.fullName)
    return fieldsOf(Named, { [key]: { label: words[key], help: help[key], wide: true, find: findPerson, chosen } })
  })
}

/** `begin`: what nobody answers for, and is to be given to somebody. */
export function openNaming(done: Done, begin?: { readonly value: string; readonly label: string }): void {
  const area = { label: 'For', help: 'A building, a floor, a zone, or a department in a building', wide: true }
  openDialog(EditDialog, {
    title: begin ? `Who answers for ${begin.label}?` : 'Name a warden',
    description: 'When it rings their list comes first on the muster board.',
    verb: 'Save',
    fields: [
      ...fieldsOf(Named, { area: { ...area, find: findArea, chosen: begin ?? null } }),
      ...personFields({ people: [] }),
    ],
    source: { area: begin?.value },
    save: async (body: FormValues) => {
      const { area: where, ...named } = checked(Named, body)
      const sent = checked(WardenCreate, { ...bodyOfArea(where), personIds: peopleIn(named) })
      await call(wardens.create, { body: sent })
      await done()
    },
  })
}

export function openDeputies(warden: Warden, done: Done): void {
  const [first, second, third, ...others] = warden.people.map(({ personId }) => personId)
  openDialog(EditDialog, {
    title: wholeArea(warden),
    description: 'The order is that in which they stand in for each other.',
    verb: 'Save',
    fields: personFields(warden),
    source: { first, second, third },
    save: async (body: FormValues) => {
      const named = checked(Named.omit({ area: true }), body)
      const personIds = [...new Set([...peopleIn(named), ...others])]
      await call(wardens.change, { params: { id: warden.id }, body: { personIds } })
      await done()
    },
  })
}
