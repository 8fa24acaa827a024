// How zones and zone types are spoken of: the fields of one, for lists and forms alike.
import type { ZoneType, ZoneTypeCreate } from '@rollcall/contracts/domains/zone-types'
import type { Zone, ZoneCreate } from '@rollcall/contracts/domains/zones'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import { t } from './texts.ts'

export const zoneWords = {
  name: {
    get label() {
      return t('name')
    },
  },
  zoneTypeId: {
    get label() {
      return t('zoneTypeLabel')
    },
  },
  capacity: {
    get label() {
      return t('capacity')
    },
    get unit() {
      return t('peopleUnit')
    },
  },
  isMusterPoint: {
    get label() {
      return t('musterPoint')
    },
    get help() {
      return t('musterPointHelp')
    },
  },
  isRestricted: {
    get label() {
      return t('restricted')
    },
    get help() {
      return t('restrictedHelp')
    },
  },
  isEmergency: {
    get label() {
      return t('emergency')
    },
    get help() {
      return t('emergencyHelp')
    },
  },
} as const satisfies { readonly [K in keyof z.input<typeof ZoneCreate>]?: FieldWords }

export const zoneTypeWords = {
  name: {
    get label() {
      return t('name')
    },
    get placeholder() {
      return t('zoneTypeExample')
    },
  },
  colour: {
    get label() {
      return t('colour')
    },
    kind: 'colour',
  },
} as const satisfies { readonly [K in keyof z.input<typeof ZoneTypeCreate>]?: FieldWords }

/** "Muster point, Restricted" */
export function zoneUses(zone: Pick<Zone, 'isMusterPoint' | 'isEmergency' | 'isRestricted'>): string {
  const uses = ['isMusterPoint', 'isEmergency', 'isRestricted'] as const
  return uses
    .filter((use) => zone[use])
    .map((use) => zoneWords[use].label)
    .join(', ')
}

export const zoneTypeChoice = ({ id, name }: ZoneType) => ({ value: id, label: name })
