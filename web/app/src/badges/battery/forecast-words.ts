// A battery's future in one sentence.
import type { BatteryDevice } from '@rollcall/contracts/domains/battery'

import { locale } from '../../languages/language.ts'
import { t } from '../texts.ts'

type Known = Pick<BatteryDevice, 'batteryPct' | 'slopePctPerDay' | 'predictedEmptyAt'>

export function forecastSentence({ batteryPct, slopePctPerDay, predictedEmptyAt }: Known, timeZone?: string): string {
  if (batteryPct === null) return t('itHasNotReportedItsBattery')
  const percent = Math.round(batteryPct)
  if (slopePctPerDay === null) return t('forecastNeedsDays', { percent })
  if (predictedEmptyAt === null) return t('losesNoCharge', { percent })
  const day = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'long', year: 'numeric', timeZone })
  const loss = Math.abs(Math.round(slopePctPerDay * 10) / 10)
  return t('emptyAboutDay', { percent, loss, day: day.format(Date.parse(predictedEmptyAt)) })
}
