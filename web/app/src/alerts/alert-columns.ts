// The columns of the page of alerts.
import type { Alert } from '@rollcall/contracts/domains/alerts'
import type { TableColumn } from '../ui/table/table-column.ts'
import { kindWords } from './alert-words.ts'
import { t } from './texts.ts'

export const alertColumns = (): TableColumn<Alert>[] => [
  { key: 'text', label: t('what') },
  { key: 'kind', label: t('kind'), sort: 'kind', text: ({ kind }) => kindWords[kind].word },
  {
    key: 'where',
    label: t('where'),
    text: ({ zoneName, floorName }) => [zoneName, floorName].filter(Boolean).join(', '),
  },
  { key: 'raised', label: t('since'), sort: 'raisedAt', time: ({ raisedAt }) => raisedAt },
  { key: 'state', label: t('state'), sort: 'state' },
  { key: 'whose', label: t('whose') },
]
