// What contacts are told of a planned drill: that it is near, that it was moved, or that it was called off. By drill-reminders.ts.
import type { PlannedDrill } from '@rollcall/contracts/domains/drills'
import type { Say } from '../../texts/say.ts'
import { localTimes } from './emergency-message.ts'

export type DrillNews = 'reminder' | 'moved' | 'called_off'
type Told = Pick<PlannedDrill, 'scenario' | 'buildingName' | 'timezone' | 'plannedAt' | 'note'>

export function drillMessage(say: Say, news: DrillNews, drill: Told): { subject: string; text: string; short: string } {
  const { scenario, buildingName: building, timezone, plannedAt } = drill
  const what = say('drillWhat', { scenario: say(`scenario_${scenario}`), building })
  const headline = say(`drill_${news}`, { what, when: localTimes(say, plannedAt, [{ name: building, timezone }]) })
  const sentence = say(`drillSays_${news}`)
  const note = news === 'called_off' ? '' : drill.note
  return {
    subject: headline,
    text: [`${headline}.`, sentence, note, say('allDrills')].filter(Boolean).join('\n'),
    short: `${headline}. ${sentence}`,
  }
}
