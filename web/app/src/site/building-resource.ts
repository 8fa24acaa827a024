// Buildings and floors as their pages add, change and delete them.
import { Building, buildings } from '@rollcall/contracts/domains/buildings'
import { FloorCreate, floors } from '@rollcall/contracts/domains/floors'
import type { Floor } from '@rollcall/contracts/domains/floors'
import { useSite } from '../session/site-store.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import { buildingWords, floorWords } from './building-words.ts'

export const buildingResource: Resource<Building> = {
  rows: buildings,
  one: 'building',
  many: 'buildings',
  nameOf: ({ name }) => name,
  fields: () => fieldsOf(Building, buildingWords),
  initial: () => ({ timezone: useSite().timeZone ?? 'UTC', active: true }),
  words: {
    adding: 'Its floors and their plans come next.',
    changing: 'Boards and plans show it at once.',
    removing: 'A building that still has floors is kept. This cannot be undone; taking it out of use can.',
  },
}

export const floorResource: Resource<Floor> = {
  rows: floors,
  one: 'floor',
  many: 'floors',
  nameOf: ({ name }) => name,
  fields: () => fieldsOf(FloorCreate, floorWords),
  initial: () => ({ level: 0, widthM: 50, heightM: 30 }),
  words: {
    adding: 'A rough size is enough: two points on the plan, which comes next, say it exactly.',
    changing: 'Another size moves everything on the plan with it.',
    removing:
      'Its plan and its calibration go with it. A floor that still has zones or receivers is kept; move them first.',
  },
}
