// Lengths, temperatures and winds in the units that the site chose (rules 8, settings). What is stored, sent and typed in
// stays metric; fields say so.
import type { SiteContext } from '@rollcall/contracts/domains/context'

export type Units = SiteContext['units']

/** `digits` are those of metres; feet are short enough to do with one less. */
export function lengthText(metres: number, units: Units, digits = 1): string {
  if (units === 'metric') return `${metres.toFixed(digits)} m`
  return `${(metres * 3.28084).toFixed(Math.max(0, digits - 1))} ft`
}

export function sizeText(widthM: number, heightM: number, units: Units): string {
  if (units === 'metric') return `${widthM} × ${heightM} m`
  return `${(widthM * 3.28084).toFixed(0)} × ${lengthText(heightM, units)}`
}

export function temperatureText(celsius: number | null, units: Units): string {
  if (celsius === null) return '–'
  return units === 'metric' ? `${Math.round(celsius)} °C` : `${Math.round(celsius * 1.8 + 32)} °F`
}

export function windText(kph: number, units: Units): string {
  return units === 'metric' ? `${Math.round(kph)} km/h` : `${Math.round(kph * 0.621371)} mph`
}
