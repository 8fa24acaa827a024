// How batteries are spoken of.
import { battery } from '@rollcall/contracts/domains/battery'
import type { BatteryDevice, BatteryStats } from '@rollcall/contracts/domains/battery'
import type { z } from 'zod'
import { numberText } from '../../languages/numbers.ts'
import { choicesOf } from '../../ui/form/form-field.ts'
import type { StateWords } from '../../ui/StateWord.vue'
import { t } from '../texts.ts'

export const levelWords: StateWords<BatteryDevice['level']> = {
  critical: {
    get word() {
      return t('almostEmpty2')
    },
    tone: 'bad',
  },
  low: {
    get word() {
      return t('low2')
    },
    tone: 'ageing',
  },
  normal: {
    get word() {
      return t('good')
    },
    tone: 'good',
  },
  unknown: {
    get word() {
      return t('notKnown2')
    },
    tone: 'plain',
  },
}
/** Those that the list of low batteries can be asked for. */
export const levelChoices = () => choicesOf(battery.alerts.query.shape.level.unwrap(), levelWords)

export function slopeText(percentPerDay: number | null): string {
  if (percentPerDay === null) return t('notKnownYet')
  return percentPerDay < 0 ? `${numberText(Math.abs(Math.round(percentPerDay * 10) / 10))} %` : t('nothing')
}

export function batterySentence({ total, critical, low }: z.infer<typeof BatteryStats>): string {
  if (total === 0) return t('noBadgeHasReportedIts')
  if (critical === 0 && low === 0) return t('allTotalBatteriesAreGood', { total })
  return t('criticalAlmostEmptyAndLow', { critical, low, total })
}
