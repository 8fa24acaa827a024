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

const { status, homeZoneId: home } = AssetChange.shape
const Status = z.strictObject({ status })
const Home = z.strictObject({ homeZoneId: home })

export const assetBulk: readonly BulkAction[] = [
  {
    label: 'State',
    icon: 'i-lucide-flag',
    row: assets.change,
    title: (count) => `State of ${count}`,
    description: 'All of them get the state that you choose.',
    verb: 'Change',
    done: 'changed',
    fields: async () => fieldsOf(AssetChange, { status: { ...assetWords.status, wide: true } }),
    run: (ids, values) => eachOf(ids, (id) => call(assets.change, { params: { id }, body: checked(Status, values) })),
  },
  {
    label: 'Belongs in',
    icon: 'i-lucide-house',
    row: assets.change,
    title: (count) => `Where ${count} belong`,
    description: 'Whatever is seen elsewhere is marked in the list.',
    verb: 'Change',
    done: 'changed',
    fields: async () =>
      fieldsOf(AssetChange, { homeZoneId: { ...assetWords.homeZoneId, find: findZone, chosen: null, wide: true } }),
    run: (ids, { homeZoneId = null }) =>
      eachOf(ids, (id) => call(assets.change, { params: { id }, body: checked(Home, { homeZoneId }) })),
  },
  {
    label: 'Delete',
    icon: 'i-lucide-trash-2',
    danger: true,
    row: assets.remove,
    title: (count) => `Delete ${count}`,
    description: 'Their entries and histories are deleted and their tags become free. This cannot be undone.',
    done: 'deleted',
    run: (ids) => eachOf(ids, (id) => call(assets.remove, { params: { id } })),
  },
]
