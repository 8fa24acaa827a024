// What can be done with several people at once: department, state, deletion. Each names what it will do before it does.
import { PersonChange, personnel } from '@rollcall/contracts/domains/personnel'
import { call } from '../api/call.ts'
import { departmentChoices } from '../search/lookups.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import { batchResult } from '../ui/table/bulk-action.ts'
import type { BulkAction } from '../ui/table/bulk-action.ts'
import { eachOf } from '../ui/table/each-of.ts'
import { personWords } from './person-words.ts'
import { t } from './texts.ts'

type BatchRow = (typeof personnel)['batchDelete' | 'bulkActivate' | 'bulkDeactivate']
const batch = (row: BatchRow) => ({
  row,
  run: async (ids: string[]) => batchResult(await call(row, { body: { ids } })),
})

export const peopleBulk: readonly BulkAction[] = [
  {
    get label() {
      return t('department')
    },
    icon: 'i-lucide-network',
    row: personnel.change,
    title: (count) => t('departmentOf', { people: count }),
    get description() {
      return t('departmentDetail')
    },
    get verb() {
      return t('move')
    },
    get done() {
      return t('moved')
    },
    fields: async () => {
      const choices = await departmentChoices().catch(() => [])
      return fieldsOf(PersonChange, { departmentId: { ...personWords.departmentId, choices, wide: true } })
    },
    run: (ids, { departmentId = null }) =>
      eachOf(ids, (id) =>
        call(personnel.change, { params: { id }, body: { departmentId: departmentId as string | null } }),
      ),
  },
  {
    get label() {
      return t('archive')
    },
    icon: 'i-lucide-archive',
    title: (count) => t('archiveCount', { people: count }),
    get description() {
      return t('archiveDetail')
    },
    get done() {
      return t('archivedDone')
    },
    ...batch(personnel.bulkDeactivate),
  },
  {
    get label() {
      return t('makeActive')
    },
    icon: 'i-lucide-user-check',
    title: (count) => t('makeActiveCount', { people: count }),
    get description() {
      return t('makeActiveDetail')
    },
    get done() {
      return t('madeActive')
    },
    ...batch(personnel.bulkActivate),
  },
  {
    get label() {
      return t('delete')
    },
    icon: 'i-lucide-trash-2',
    danger: true,
    title: (count) => t('deleteCount', { people: count }),
    get description() {
      return t('deleteManyDetail')
    },
    get done() {
      return t('deleted')
    },
    ...batch(personnel.batchDelete),
  },
]
