// Buildings and floors as their pages add, change and delete them.
import { Building, buildings } from '@rollcall/contracts/domains/buildings'
import { FloorCreate, floors } from '@rollcall/contracts/domains/floors'
import type { Floor } from '@rollcall/contracts/domains/floors'
import { useSite } from '../session/site-store.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import { buildingWords, floorWords } from './building-words.ts'
import { t } from './texts.ts'

export const buildingResource: Resource<Building> = {
  rows: buildings,
  id: 'building',
  get one() {
    return t('building')
  },
  get many() {
    return t('buildings')
  },
  nameOf: ({ name }) => name,
  fields: () => fieldsOf(Building, buildingWords),
  initial: () => ({ timezone: useSite().timeZone ?? 'UTC', active: true }),
  words: {
    get adding() {
      return t('buildingAdding')
    },
    get changing() {
      return t('buildingChanging')
    },
    get removing() {
      return t('buildingRemoving')
    },
  },
}

export const floorResource: Resource<Floor> = {
  rows: floors,
  id: 'floor',
  get one() {
    return t('floor')
  },
  get many() {
    return t('floors')
  },
  nameOf: ({ name }) => name,
  fields: () => fieldsOf(FloorCreate, floorWords),
  initial: () => ({ level: 0, widthM: 50, heightM: 30 }),
  words: {
    get adding() {
      return t('floorAdding')
    },
    get changing() {
      return t('floorChanging')
    },
    get removing() {
      return t('floorRemoving')
    },
  },
}
