// Lengths, temperatures and winds in the units that the site chose (rules 8, settings). What is stored, sent and typed in
// stays metric; fields say so.
import type { SiteContext } from '@rollcall/contracts/domains/context'
import { numberText } from '../languages/numbers.ts'
import { t } from './texts.ts'

export type Units = SiteContext['units']

/** `digits` are those of metres; feet are short enough to do with one less. */
export function lengthText(metres: number, units: Units, digits = 1): string {
  if (units === 'metric') return `${numberText(metres, digits)} m`
  return `${numberText(metres * 3.28084, Math.max(0, digits - 1))} ft`
}

export function sizeText(widthM: number, heightM: number, units: Units): string {
  if (units === 'metric') return `${numberText(widthM)} × ${numberText(heightM)} m`
  return `${numberText(widthM * 3.28084, 0)} × ${lengthText(heightM, units)}`
}

export function temperatureText(celsius: number | null, units: Units): string {
  if (celsius === null) return '–'
  return units === 'metric' ? `${Math.round(celsius)} °C` : `${Math.round(celsius * 1.8 + 32)} °F`
}

export function windText(kph: number, units: Units): string {
  return units === 'metric' ? `${Math.round(kph)} km/h` : `${Math.round(kph * 0.621371)} mph`
}

type Place = { readonly x: number; readonly y: number; readonly xM: number; readonly yM: number }

/** Where a circle of this radius around a place holds half of the floor or more, it says nothing but the floor. */
export function withinText(accuracyM: number, place: Place | null, units: Units = 'metric'): string {
  return isAnywhere(accuracyM, place)
    ? t('somewhereOnFloor')
    : t('withinAbout', { length: lengthText(Math.max(1, accuracyM), units, 0) })
}

/** The size of the floor follows from the place, which is in percent and in metres. */
function isAnywhere(accuracyM: number, place: Place | null): boolean {
  if (!place || place.x <= 0 || place.y <= 0) return false
  const areaM2 = ((100 * place.xM) / place.x) * ((100 * place.yM) / place.y)
  return Math.PI * accuracyM ** 2 >= areaM2 / 2
}
