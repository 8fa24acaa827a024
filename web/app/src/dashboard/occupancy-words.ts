// What the dashboard says about the time that was chosen: since when was counted, how many there were, and what happened in it. Pure;
// shown by OccupancyPanel.vue.
import type { Occupancy } from '@rollcall/contracts/domains/dashboard'
import { numberText } from '../languages/numbers.ts'
import { titleText } from '../page-titles.ts'
import { dateAndTime, dateText } from '../ui/site-time.ts'
import { t } from './texts.ts'

const minuteMs = 60_000

/** The sentence of the picture. */
export function occupancySays({ points, mean, minutes }: Occupancy, timeZone: string | undefined): string {
  if (mean === null) return t('nothingCounted')
  const most = points.reduce((best, one) => (one.most > best.most ? one : best))
  if (most.most === 0) return t('nobodySeen')
  const at = Date.parse(most.at)
  const time = minutes > 60 ? dateText(at, timeZone) : dateAndTime(at, timeZone)
  return t('atMost', { count: most.most, time, mean: numberText(mean, 1) })
}

/** Where the time begins before anything was counted, the line begins later: when. */
export function countedSince({ since }: Occupancy, from: string, timeZone: string | undefined): string | null {
  if (since === null || Date.parse(since) <= Date.parse(from) + 60 * minuteMs) return null
  return t('countedSince', { time: dateAndTime(Date.parse(since), timeZone) })
}

/** What can be told of it, by name; a number that this account may not read, or that is not kept so long, is left out. */
export function occupancyCounts({ points, mean, visits, alerts, drills, emergencies }: Occupancy) {
  const counts = [
    { key: 'most', name: t('mostAtOnce'), value: mean === null ? null : Math.max(...points.map(({ most }) => most)) },
    { key: 'mean', name: t('onAverage'), value: mean },
    { key: 'visits', name: titleText('Visits'), value: visits },
    { key: 'alerts', name: titleText('Alerts'), value: alerts },
    { key: 'drills', name: t('drills'), value: drills },
    { key: 'emergencies', name: t('emergencies'), value: emergencies },
  ]
  return counts.flatMap(({ key, name, value }) => {
    return value === null ? [] : [{ key, name, value: numberText(value, key === 'mean' ? 1 : 0) }]
  })
}
