// How planned drills are spoken of.
import type { PlannedDrill } from '@rollcall/contracts/domains/drills'
import type { StateWords } from '../../ui/StateWord.vue'
import { dateAndTime } from '../../ui/site-time.ts'
import { scenarioWords } from '../emergency-words.ts'

export const drillStates: StateWords<PlannedDrill['state']> = {
  planned: { word: 'Planned', tone: 'plain' },
  due: { word: 'Due today', tone: 'ageing' },
  held: { word: 'Held', tone: 'good' },
  missed: { word: 'Missed', tone: 'bad' },
}

export const drillWords = {
  plannedAt: { label: 'When', kind: 'moment', help: 'By the clock of the site' },
  buildingId: { label: 'Building' },
  scenario: { label: 'Scenario', words: scenarioWords },
  remindHours: { label: 'Reminder', unit: 'hours before', help: '0: nobody is reminded' },
  contactIds: { label: 'Who is reminded', help: 'Nobody chosen: those who would be told of such a drill' },
  note: { label: 'Note', kind: 'prose', wide: true, placeholder: 'The north stairs are closed.' },
} as const

export function drillName({ scenario, buildingName }: Pick<PlannedDrill, 'scenario' | 'buildingName'>): string {
  return `${scenarioWords[scenario].label} drill, ${buildingName}`
}

const dayMs = 86_400_000

/** What became of it, or what is known of it: after the name. */
export function drillLine(
  drill: Pick<PlannedDrill, 'state' | 'plannedAt' | 'heldAt' | 'timezone' | 'remindedAt'>,
): string {
  const { state, plannedAt, heldAt, timezone, remindedAt } = drill
  const when = dateAndTime(Date.parse(plannedAt), timezone)
  if (state === 'held') {
    const late = Math.floor((Date.parse(heldAt ?? plannedAt) - Date.parse(plannedAt)) / dayMs)
    return late > 0 ? `Planned for ${when}, held ${late === 1 ? 'a day' : `${late} days`} late` : `Planned for ${when}`
  }
  if (state === 'missed') return `Was planned for ${when}, and no drill was held`
  return remindedAt ? `${when}, contacts are reminded` : when
}
