// How assets are spoken of: their states, the fields of one, and what happened to them.
import type { Asset, AssetCreate } from '@rollcall/contracts/domains/assets'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import type { StateWords } from '../ui/StateWord.vue'
import { t } from './texts.ts'

export const assetStates: StateWords<Asset['status']> = {
  available: {
    get word() {
      return t('available')
    },
    tone: 'good',
  },
  in_use: {
    get word() {
      return t('inUse')
    },
    tone: 'good',
  },
  maintenance: {
    get word() {
      return t('maintenance')
    },
    tone: 'ageing',
  },
  lost: {
    get word() {
      return t('lost')
    },
    tone: 'bad',
  },
  retired: {
    get word() {
      return t('retired')
    },
    tone: 'plain',
  },
}

export const assetWords = {
  name: {
    get label() {
      return t('name')
    },
    get placeholder() {
      return t('oscilloscope3')
    },
  },
  category: {
    get label() {
      return t('kind')
    },
    get placeholder() {
      return t('measuringInstrument')
    },
  },
  serialNumber: {
    get label() {
      return t('serialNumber')
    },
  },
  status: {
    get label() {
      return t('state')
    },
    words: assetStates,
  },
  assignedTo: {
    get label() {
      return t('heldBy')
    },
  },
  homeZoneId: {
    get label() {
      return t('belongsIn')
    },
    get placeholder() {
      return t('noZone')
    },
  },
} as const satisfies { readonly [K in keyof z.input<typeof AssetCreate>]?: FieldWords }

export const historyKinds = {
  moved: {
    get label() {
      return t('moved')
    },
    icon: 'i-lucide-move-right',
  },
  assigned: {
    get label() {
      return t('handedOver')
    },
    icon: 'i-lucide-user-round',
  },
  status: {
    get label() {
      return t('stateChanged')
    },
    icon: 'i-lucide-flag',
  },
  edited: {
    get label() {
      return t('edited')
    },
    icon: 'i-lucide-pencil',
  },
  seen: {
    get label() {
      return t('seen')
    },
    icon: 'i-lucide-eye',
  },
} as const
export type HistoryKind = keyof typeof historyKinds

/** "Moved from Marketing to Sales" */
export function historySentence(entry: { type: HistoryKind; from: string | null; to: string | null }): string {
  const { from, to } = entry
  const what = historyKinds[entry.type].label
  if (from && to) return t(entry.type === 'seen' ? 'seenFromIn' : 'fromTo', { what, from, to })
  if (from) return t('fromOnly', { what, from })
  return to ? t(entry.type === 'seen' ? 'seenIn' : 'toOnly', { what, to }) : what
}

/** As the filter of the list has it: near a zone it may be in it, and nobody can say that it is elsewhere. */
export function isMisplaced({ homeZoneId, lastSeen }: Pick<Asset, 'homeZoneId' | 'lastSeen'>): boolean {
  if (homeZoneId === null || !lastSeen) return false
  return lastSeen.zoneId === null ? !lastSeen.nearZoneName : lastSeen.zoneId !== homeZoneId
}
