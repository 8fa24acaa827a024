// The time zones that the browser knows, to choose from.
import type { Choice } from './form-field.ts'

export const timeZoneChoices: readonly Choice[] = Intl.supportedValuesOf('timeZone').map((zone) => ({
  label: zone.replaceAll('_', ' '),
  value: zone,
}))
