// Naming a warden and deputies, as a dialog: what for, who, and who stands in for them. Used by Wardens.vue.
import { WardenChange, WardenCreate, wardens } from '@rollcall/contracts/domains/wardens'
import type { Warden } from '@rollcall/contracts/domains/wardens'
import { zones } from '@rollcall/contracts/domains/zones'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { departmentChoices } from '../../search/lookups.ts'
import { useSite } from '../../session/site-store.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { checked } from '../../ui/form/checked.ts'
import { fieldsOf } from '../../ui/form/form-field.ts'
import type { Choice, Find, FormValues } from '../../ui/form/form-field.ts'
import { t } from './texts.ts'
import { areaValue, bodyOfArea, wholeArea } from './warden-areas.ts'
import WardenDialog from './WardenDialog.vue'

type Done = () => unknown

const Area = z.strictObject({ area: z.string().min(1) })

/** Everything that somebody can answer for, by the words typed. */
const findArea: Find = async (q, signal) => {
  const buildings = useSite().all
  const found = await call(zones.list, { query: { q: q || undefined, pageSize: 100 } }, signal)
  const departments = await departmentChoices().catch(() => [])
  const choices: Choice[] = buildings.flatMap((building) => [
    { value: areaValue({ buildingId: building.id }), label: building.name, suffix: t('wholeBuilding') },
    ...building.floors.map(({ id: floorId, name }) => ({
      value: areaValue({ buildingId: building.id, floorId }),
      label: name,
      suffix: t('floorIn', { building: building.name }),
    })),
    ...departments.map(({ value: departmentId, label }) => ({
      value: areaValue({ buildingId: building.id, departmentId }),
      label,
      suffix: t('departmentIn', { building: building.name }),
    })),
  ])
  const zoneChoices = found.items.flatMap(({ id: zoneId, name, floorId }) => {
    const building = buildings.find(({ floors }) => floors.some(({ id }) => id === floorId))
    if (!building) return []
    const suffix = t('zoneIn', { building: building.name })
    return { value: areaValue({ buildingId: building.id, zoneId }), label: name, suffix }
  })
  const typed = q.trim().toLowerCase()
  return [...choices.filter(({ label }) => label.toLowerCase().includes(typed)), ...zoneChoices].slice(0, 60)
}

/** `begin`: what nobody answers for, and is to be given to somebody. */
export function openNaming(done: Done, begin?: { readonly value: string; readonly label: string }): void {
  const area = {
    label: t('forLabel'),
    help: t('forHelp'),
    placeholder: t('chooseArea'),
    wide: true,
  }
  openDialog(WardenDialog, {
    title: begin ? t('whoAnswersFor', { area: begin.label }) : t('nameWarden'),
    description: t('listComesFirst'),
    fields: fieldsOf(Area, { area: { ...area, find: findArea, chosen: begin ?? null } }),
    source: { area: begin?.value },
    people: [],
    save: async (fields: FormValues, personIds: string[]) => {
      const { area: where } = checked(Area, fields)
      await call(wardens.create, { body: checked(WardenCreate, { ...bodyOfArea(where), personIds }) })
      await done()
    },
  })
}

export function openDeputies(warden: Warden, done: Done): void {
  const { id, people, updatedAt: unchangedSince } = warden
  openDialog(WardenDialog, {
    title: wholeArea(warden),
    description: t('orderOfStandIns'),
    people: people.map(({ personId, fullName }) => ({ value: personId, label: fullName })),
    save: async (_fields: FormValues, personIds: string[]) => {
      await call(wardens.change, { params: { id }, body: checked(WardenChange, { personIds }), unchangedSince })
      await done()
    },
  })
}
