// The fields of a building and of a floor.
import type { FormField } from '../ui/form/form-field.ts'

export const buildingFields: readonly FormField[] = [
  { key: 'name', label: 'Name', placeholder: 'Head office' },
  { key: 'code', label: 'Short name', optional: true, placeholder: 'HQ' },
  { key: 'address', label: 'Address', optional: true, wide: true },
  {
    key: 'latitude',
    label: 'Latitude',
    kind: 'number',
    min: -90,
    max: 90,
    step: 0.0001,
    optional: true,
    help: 'With the longitude: gives the building its weather',
  },
  { key: 'longitude', label: 'Longitude', kind: 'number', min: -180, max: 180, step: 0.0001, optional: true },
  {
    key: 'timezone',
    label: 'Time zone',
    kind: 'choice',
    choices: Intl.supportedValuesOf('timeZone').map((zone) => ({ label: zone.replaceAll('_', ' '), value: zone })),
  },
  { key: 'active', label: 'In use', kind: 'switch', help: 'Otherwise it is not offered on plans and boards' },
]

export const floorFields: readonly FormField[] = [
  { key: 'name', label: 'Name', placeholder: 'Ground floor' },
  { key: 'level', label: 'Level', kind: 'number', min: -50, max: 200, help: '0 is the ground floor' },
  { key: 'widthM', label: 'Width of the plan (metres)', kind: 'number', min: 1, max: 5000, step: 0.5 },
  { key: 'heightM', label: 'Height of the plan (metres)', kind: 'number', min: 1, max: 5000, step: 0.5 },
]
