// The numbers under the colours of the heat map, in the units of the site (HeatScale.vue).
import { numberText } from '../../languages/numbers.ts'
import type { Units } from '../../ui/measures.ts'
import { t } from '../texts.ts'

export type HeatScale = { readonly marks: readonly [string, string, string]; readonly area: string }

/** Ten square feet are about one square metre. */
const tenSquareFeetM2 = 0.92903

/** `fullMinutes`: per square metre, where the colour is fullest. Null: there is nothing to compare. */
export function heatScale(fullMinutes: number, units: Units): HeatScale | null {
  if (fullMinutes <= 0) return null
  const full = units === 'metric' ? fullMinutes : fullMinutes * tenSquareFeetM2
  const area = units === 'metric' ? 'm²' : t('tenSquareFeet')
  return { marks: ['0', short(full / 2), t('shortOrMore', { short: short(full) })], area }
}

/** Two digits say enough. */
function short(minutes: number): string {
  if (minutes >= 10) return numberText(Math.round(minutes))
  return numberText(Number(minutes.toPrecision(minutes >= 1 ? 2 : 1)))
}
