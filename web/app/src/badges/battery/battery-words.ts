// How batteries are spoken of.
import { battery } from '@rollcall/contracts/domains/battery'
import type { BatteryDevice, BatteryStats } from '@rollcall/contracts/domains/battery'
import type { z } from 'zod'
import { choicesOf } from '../../ui/form/form-field.ts'
import type { StateWords } from '../../ui/StateWord.vue'

export const levelWords: StateWords<BatteryDevice['level']> = {
  critical: { word: 'Almost empty', tone: 'bad' },
  low: { word: 'Low', tone: 'ageing' },
  normal: { word: 'Good', tone: 'good' },
  unknown: { word: 'Not known', tone: 'plain' },
}
/** Those that the list of low batteries can be asked for. */
export const levelChoices = choicesOf(battery.alerts.query.shape.level.unwrap(), levelWords)

export function slopeText(percentPerDay: number | null): string {
  if (percentPerDay === null) return 'not known yet'
  return percentPerDay < 0 ? `${Math.abs(Math.round(percentPerDay * 10) / 10)} %` : 'nothing'
}

export function batterySentence({ total, critical, low }: z.infer<typeof BatteryStats>): string {
  if (total === 0) return 'No badge has reported its battery yet.'
  if (critical === 0 && low === 0) return `All ${total} batteries are good.`
  return `${critical} almost empty and ${low} low, of ${total}.`
}
