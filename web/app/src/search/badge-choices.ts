// Badges as choices of a field: by who carries them, else by name or address.
import type { Transmitter } from '@rollcall/contracts/domains/transmitters'
import type { Choice } from '../ui/form/form-field.ts'
import { radioText } from '../ui/radio-text.ts'

type Badge = Pick<Transmitter, 'transmitterId' | 'name' | 'type' | 'entityName'>

/** The value is the radio's own id, as assignments and measurements name it. */
export function badgeChoices(badges: readonly Badge[]): Choice[] {
  return badges.map(({ transmitterId, name, type, entityName }) => {
    const address = radioText(transmitterId)
    const label = entityName ?? name ?? address
    return { value: transmitterId, label, suffix: label === address ? type : `${type}, ${address}` }
  })
}
