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
import { t } from './texts.ts'

export const receiverResource: Resource<Receiver> = {
  rows: receivers,
  get one() {
    return t('receiver')
  },
  get many() {
    return t('receivers')
  },
  nameOf: ({ name }) => name,
  fields: () => receiverFields(),
  bodyOf: (body, receiver) => {
    const building = useSite().all.find((one) => one.floors.some(({ id }) => id === body['floorId']))
    return { ...body, ...positionAfter(receiver, body['floorId']), buildingId: building?.id ?? null }
  },
  words: {
    get add() {
      return t('registerReceiver')
    },
    get adding() {
      return t('placeItOnTheFloorPlan')
    },
    get changing() {
      return t('onAnotherFloorItLosesIts')
    },
    get removing() {
      return t('whatItReportsIsNoLonger')
    },
  },
}

export function receiverFields(choices: readonly Choice[] = useFloorChoices().value): FormField[] {
  const floorId = { ...receiverWords.floorId, choices, example: choices[0]?.label ?? '' }
  return fieldsOf(ReceiverCreate, { ...receiverWords, floorId })
}

export const receiverBulk: readonly BulkAction[] = [
  {
    get label() {
      return t('delete')
    },
    icon: 'i-lucide-trash-2',
    row: receivers.remove,
    danger: true,
    title: (count) => t('deleteCount', { number: count }),
    get description() {
      return t('whatTheyReportIsNoLonger')
    },
    get done() {
      return t('deleted')
    },
    run: (ids) => eachOf(ids, (id) => call(receivers.remove, { params: { id } })),
  },
]
