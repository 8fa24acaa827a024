// Receivers as lists and pages register, change and delete them.
import { ReceiverCreate, receivers } from '@rollcall/contracts/domains/receivers'
import type { Receiver } from '@rollcall/contracts/domains/receivers'
import { call } from '../api/call.ts'
import { useSite } from '../session/site-store.ts'
import { useFloorChoices } from '../ui/floors.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Choice, FormField } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import type { BulkAction } from '../ui/table/bulk-action.ts'
import { eachOf } from '../ui/table/each-of.ts'
import { positionAfter, receiverWords } from './receiver-words.ts'

export const receiverResource: Resource<Receiver> = {
  rows: receivers,
  one: 'receiver',
  many: 'receivers',
  nameOf: ({ name }) => name,
  fields: () => receiverFields(),
  bodyOf: (body, receiver) => {
    const building = useSite().all.find((one) => one.floors.some(({ id }) => id === body['floorId']))
    return { ...body, ...positionAfter(receiver, body['floorId']), buildingId: building?.id ?? null }
  },
  words: {
    add: 'Register receiver',
    adding: 'Place it on the floor plan afterwards, where it hangs: positions are only as good as that.',
    changing: 'On another floor it loses its position and must be put on that plan.',
    removing: 'What it reports is no longer used. It can be registered again.',
  },
}

export function receiverFields(choices: readonly Choice[] = useFloorChoices().value): FormField[] {
  const floorId = { ...receiverWords.floorId, choices, example: choices[0]?.label ?? '' }
  return fieldsOf(ReceiverCreate, { ...receiverWords, floorId })
}

export const receiverBulk: readonly BulkAction[] = [
  {
    label: 'Delete',
    icon: 'i-lucide-trash-2',
    row: receivers.remove,
    danger: true,
    title: (count) => `Delete ${count}`,
    description: 'What they report is no longer used. They can be registered again.',
    done: 'deleted',
    run: (ids) => eachOf(ids, (id) => call(receivers.remove, { params: { id } })),
  },
]
