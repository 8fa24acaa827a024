// How buildings and floors are spoken of: the fields of one, for forms and pages alike.
import type { Building } from '@rollcall/contracts/domains/buildings'
import type { FloorCreate } from '@rollcall/contracts/domains/floors'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import { timeZoneChoices } from '../ui/form/time-zones.ts'

export const buildingWords = {
  name: { label: 'Name', placeholder: 'Head office' },
  code: { label: 'Short name', placeholder: 'HQ' },
  address: { label: 'Address', wide: true },
  latitude: { label: 'Latitude', step: 0.0001, help: 'With the longitude: gives the building its weather' },
  longitude: { label: 'Longitude', step: 0.0001 },
  timezone: { label: 'Time zone', choices: timeZoneChoices },
  active: { label: 'In use', help: 'Otherwise it is not offered on plans and boards' },
} as const satisfies { readonly [K in keyof Building]?: FieldWords }

export const floorWords = {
  name: { label: 'Name', placeholder: 'Ground floor' },
  level: { label: 'Level', help: '0 is the ground floor' },
  widthM: { label: 'Width of the plan', unit: 'metres', step: 0.5 },
  heightM: { label: 'Height of the plan', unit: 'metres', step: 0.5 },
} as const satisfies { readonly [K in keyof z.input<typeof FloorCreate>]?: FieldWords }
