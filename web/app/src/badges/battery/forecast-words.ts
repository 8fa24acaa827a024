// A battery's future in one sentence.
import type { BatteryDevice } from '@rollcall/contracts/domains/battery'

type Known = Pick<BatteryDevice, 'batteryPct' | 'slopePctPerDay' | 'predictedEmptyAt'>

export function forecastSentence({ batteryPct, slopePctPerDay, predictedEmptyAt }: Known, timeZone?: string): string {
  if (batteryPct === null) return 'It has not reported its battery yet.'
  const now = `${Math.round(batteryPct)} % now`
  if (slopePctPerDay === null) return `${now}. A forecast needs three days of readings.`
  if (predictedEmptyAt === null) return `${now}, and it does not lose charge.`
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone })
  return `${now}, losing ${Math.abs(Math.round(slopePctPerDay * 10) / 10)} % a day: empty about ${day.format(Date.parse(predictedEmptyAt))}.`
}
