// How zones and zone types are spoken of: the fields of one, for lists and forms alike.
import type { ZoneType, ZoneTypeCreate } from '@rollcall/contracts/domains/zone-types'
import type { Zone, ZoneCreate } from '@rollcall/contracts/domains/zones'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'

export const zoneWords = {
  name: { label: 'Name' },
  zoneTypeId: { label: 'Zone type' },
  capacity: { label: 'Capacity', unit: 'people' },
  isMusterPoint: { label: 'Muster point', help: 'Whoever is seen here is accounted for' },
  isRestricted: { label: 'Restricted', help: 'Entering it is reported' },
  isEmergency: { label: 'Emergency', help: 'Ways out, first aid, equipment' },
} as const satisfies { readonly [K in keyof z.input<typeof ZoneCreate>]?: FieldWords }

export const zoneTypeWords = {
  name: { label: 'Name', placeholder: 'Laboratory' },
  colour: { label: 'Colour on the plan', kind: 'colour' },
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
