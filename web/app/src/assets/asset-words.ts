// How assets are spoken of: their states, the fields of one, and what happened to them.
import type { Asset, AssetCreate } from '@rollcall/contracts/domains/assets'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import type { StateWords } from '../ui/StateWord.vue'

export const assetStates: StateWords<Asset['status']> = {
  available: { word: 'Available', tone: 'good' },
  in_use: { word: 'In use', tone: 'good' },
  maintenance: { word: 'Maintenance', tone: 'ageing' },
  lost: { word: 'Lost', tone: 'bad' },
  retired: { word: 'Retired', tone: 'plain' },
}

export const assetWords = {
  name: { label: 'Name', placeholder: 'Oscilloscope 3' },
  category: { label: 'Kind', placeholder: 'Measuring instrument' },
  serialNumber: { label: 'Serial number' },
  status: { label: 'State', words: assetStates },
  assignedTo: { label: 'Held by' },
  homeZoneId: { label: 'Belongs in', placeholder: 'No zone' },
} as const satisfies { readonly [K in keyof z.input<typeof AssetCreate>]?: FieldWords }

/** `to`: the word before what it led to. */
export const historyKinds = {
  moved: { label: 'Moved', icon: 'i-lucide-move-right', to: 'to' },
  assigned: { label: 'Handed over', icon: 'i-lucide-user-round', to: 'to' },
  status: { label: 'State changed', icon: 'i-lucide-flag', to: 'to' },
  edited: { label: 'Edited', icon: 'i-lucide-pencil', to: 'to' },
  seen: { label: 'Seen', icon: 'i-lucide-eye', to: 'in' },
} as const
export type HistoryKind = keyof typeof historyKinds

/** "Moved from Marketing to Sales" */
export function historySentence(entry: { type: HistoryKind; from: string | null; to: string | null }): string {
  const { label, to } = historyKinds[entry.type]
  return [label, entry.from && `from ${entry.from}`, entry.to && `${to} ${entry.to}`].filter(Boolean).join(' ')
}

/** As the filter of the list has it: near a zone it may be in it, and nobody can say that it is elsewhere. */
export function isMisplaced({ homeZoneId, lastSeen }: Pick<Asset, 'homeZoneId' | 'lastSeen'>): boolean {
  if (homeZoneId === null || !lastSeen) return false
  return lastSeen.zoneId === null ? !lastSeen.nearZoneName : lastSeen.zoneId !== homeZoneId
}
