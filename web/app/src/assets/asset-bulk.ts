// What can be done with several assets at once: their state, where they belong, deletion. Each names what it will do before it does.
import { AssetChange, assets } from '@rollcall/contracts/domains/assets'
import { z } from 'zod'
import { call } from '../api/call.ts'
import { findZone } from '../search/lookups.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { BulkAction } from '../ui/table/bulk-action.ts'
import { eachOf } from '../ui/table/each-of.ts'
import { checked } from '../ui/form/checked.ts'
import { assetWords } from './asset-words.ts'
import { t } from './texts.ts'

const { status, homeZoneId: home } = AssetChange.shape
const Status = z.strictObject({ status })
const Home = z.strictObject({ homeZoneId: home })

export const assetBulk: readonly BulkAction[] = [
  {
    get label() {
      return t('state')
    },
    icon: 'i-lucide-flag',
    row: assets.change,
    title: (count) => t('stateOfCount', { number: count }),
    get description() {
      return t('allOfThemGetTheStateThat')
    },
    get verb() {
      return t('change')
    },
    get done() {
      return t('changed')
    },
    fields: async () => fieldsOf(AssetChange, { status: { ...assetWords.status, wide: true } }),
    run: (ids, values) => eachOf(ids, (id) => call(assets.change, { params: { id }, body: checked(Status, values) })),
  },
  {
    get label() {
      return t('belongsIn')
    },
    icon: 'i-lucide-house',
    row: assets.change,
    title: (count) => t('whereCountBelong', { number: count }),
    get description() {
      return t('whateverIsSeenElsewhereIs')
    },
    get verb() {
      return t('change')
    },
    get done() {
      return t('changed')
    },
    fields: async () =>
      fieldsOf(AssetChange, { homeZoneId: { ...assetWords.homeZoneId, find: findZone, chosen: null, wide: true } }),
    run: (ids, { homeZoneId = null }) =>
      eachOf(ids, (id) => call(assets.change, { params: { id }, body: checked(Home, { homeZoneId }) })),
  },
  {
    get label() {
      return t('delete')
    },
    icon: 'i-lucide-trash-2',
    danger: true,
    row: assets.remove,
    title: (count) => t('deleteCount', { number: count }),
    get description() {
      return t('theirEntriesAndHistories')
    },
    get done() {
      return t('deleted')
    },
    run: (ids) => eachOf(ids, (id) => call(assets.remove, { params: { id } })),
  },
]
