// How things are spoken of: their states and what happened to them.
import type { Asset } from '@rollcall/contracts/domains/assets'
import type { Tone } from '../components/StateWord.vue'

export const assetStates: Readonly<Record<Asset['status'], { readonly word: string; readonly tone: Tone }>> = {
  available: { word: 'Available', tone: 'good' },
  in_use: { word: 'In use', tone: 'good' },
  maintenance: { word: 'Maintenance', tone: 'ageing' },
  lost: { word: 'Lost', tone: 'bad' },
  retired: { word: 'Retired', tone: 'plain' },
}
export const assetStateChoices = (Object.keys(assetStates) as Asset['status'][]).map((value) => ({
  label: assetStates[value].word,
  value,
}))

export const historyKinds = {
  moved: { label: 'Moved', icon: 'i-lucide-move-right' },
  assigned: { label: 'Handed over', icon: 'i-lucide-user-round' },
  status: { label: 'State changed', icon: 'i-lucide-flag' },
  edited: { label: 'Edited', icon: 'i-lucide-pencil' },
  seen: { label: 'Seen', icon: 'i-lucide-eye' },
} as const
export type HistoryKind = keyof typeof historyKinds
