// What contacts are told of a planned drill: that it is near, that it was moved, or that it was called off. By drill-reminders.ts.
import type { PlannedDrill } from '@rollcall/contracts/domains/drills'
import { localTimes } from './emergency-message.ts'

export type DrillNews = 'reminder' | 'moved' | 'called_off'
type Told = Pick<PlannedDrill, 'scenario' | 'buildingName' | 'timezone' | 'plannedAt' | 'note'>

export function drillMessage(news: DrillNews, drill: Told): { subject: string; text: string; short: string } {
  const what = `${drill.scenario.replaceAll('_', ' ')} drill at ${drill.buildingName}`
  const when = localTimes(drill.plannedAt, [{ name: drill.buildingName, timezone: drill.timezone }])
  const headline = {
    reminder: `Planned: ${what}, ${when}`,
    moved: `Moved: ${what}, now ${when}`,
    called_off: `Called off: ${what} of ${when}`,
  }[news]
  const sentence = {
    reminder: 'This is a reminder of a DRILL, not an emergency.',
    moved: 'A DRILL that you were reminded of was moved.',
    called_off: 'A DRILL that you were reminded of will not be held.',
  }[news]
  const note = news === 'called_off' ? '' : drill.note
  return {
    subject: headline,
    text: [`${headline}.`, sentence, note, 'All planned drills:'].filter(Boolean).join('\n'),
    short: `${headline}. ${sentence}`,
  }
}
