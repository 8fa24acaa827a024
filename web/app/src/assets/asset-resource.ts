// Assets as lists and pages add, change and delete them. The tag on one is given where badges are (badges/CarriedBadges.vue).
import { AssetCreate, assets } from '@rollcall/contracts/domains/assets'
import type { Asset } from '@rollcall/contracts/domains/assets'
import { findPerson, findZone } from '../search/lookups.ts'
import { chosenAs, fieldsOf } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import { assetWords } from './asset-words.ts'
import { t } from './texts.ts'

export const assetResource: Resource<Asset> = {
  rows: assets,
  get one() {
    return t('asset')
  },
  get many() {
    return t('assets')
  },
  nameOf: ({ name }) => name,
  fields: (asset) =>
    fieldsOf(AssetCreate, {
      ...assetWords,
      assignedTo: {
        ...assetWords.assignedTo,
        find: findPerson,
        chosen: chosenAs(asset?.assignedTo, asset?.assignedToName),
      },
      homeZoneId: {
        ...assetWords.homeZoneId,
        find: findZone,
        chosen: chosenAs(asset?.homeZoneId, asset?.homeZoneName),
      },
    }),
  words: {
    get adding() {
      return t('somethingThatCarriesATagSo')
    },
    get removing() {
      return t('itsHistoryGoesWithItAndIts')
    },
  },
}

/** What a list may say of one; the tag by what is written on it. */
export const importFields = () =>
  fieldsOf(AssetCreate, {
    serialNumber: { ...assetWords.serialNumber, example: 'SN-0042' },
    name: { ...assetWords.name, example: assetWords.name.placeholder },
    category: { ...assetWords.category, example: assetWords.category.placeholder },
    status: { ...assetWords.status, example: 'available' },
    transmitterId: { label: t('tag'), example: 'c3:00:00:00:00:01' },
  })
