// What can be done with several people at once: department, state, deletion. Each names what it will do before it does.
import { PersonChange, personnel } from '@rollcall/contracts/domains/personnel'
import { call } from '../api/call.ts'
import { departmentChoices } from '../search/lookups.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import { batchResult } from '../ui/table/bulk-action.ts'
import type { BulkAction } from '../ui/table/bulk-action.ts'
import { eachOf } from '../ui/table/each-of.ts'
import { personWords } from './person-words.ts'

type BatchRow = (typeof personnel)['batchDelete' | 'bulkActivate' | 'bulkDeactivate']
const batch = (row: BatchRow) => ({
  row,
  run: async (ids: string[]) => batchResult(await call(row, { body: { ids } })),
})

export const peopleBulk: readonly BulkAction[] = [
  {
    label: 'Department',
    icon: 'i-lucide-network',
    row: personnel.change,
    title: (count) => `Department of ${count}`,
    description: 'They leave the department they are in now.',
    verb: 'Move',
    done: 'moved',
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
    label: 'Archive',
    icon: 'i-lucide-archive',
    title: (count) => `Archive ${count}`,
    description: 'They no longer count as expected on site. Nothing is deleted.',
    done: 'archived',
    ...batch(personnel.bulkDeactivate),
  },
  {
    label: 'Make active',
    icon: 'i-lucide-user-check',
    title: (count) => `Make ${count} active`,
    description: 'They count as expected on site again.',
    done: 'made active',
    ...batch(personnel.bulkActivate),
  },
  {
    label: 'Delete',
    icon: 'i-lucide-trash-2',
    danger: true,
    title: (count) => `Delete ${count}`,
    description:
      'Their entries and photos are deleted and their badges become free. This cannot be undone; archiving can.',
    done: 'deleted',
    ...batch(personnel.batchDelete),
  },
]
