// How planned drills are spoken of.
import type { PlannedDrill } from '@rollcall/contracts/domains/drills'
import type { StateWords } from '../../ui/StateWord.vue'
import { dateAndTime } from '../../ui/site-time.ts'
import { scenarioWords } from '../emergency-words.ts'
import { t } from './texts.ts'

export const drillStates: StateWords<PlannedDrill['state']> = {
  planned: {
    get word() {
      return t('planned')
    },
    tone: 'plain',
  },
  due: {
    get word() {
      return t('due')
    },
    tone: 'ageing',
  },
  held: {
    get word() {
      return t('held')
    },
    tone: 'good',
  },
  missed: {
    get word() {
      return t('missed')
    },
    tone: 'bad',
  },
}

export const drillWords = {
  plannedAt: {
    get label() {
      return t('when')
    },
    kind: 'moment',
    get help() {
      return t('whenHelp')
    },
  },
  buildingId: {
    get label() {
      return t('building')
    },
  },
  scenario: {
    get label() {
      return t('scenario')
    },
    words: scenarioWords,
  },
  remindHours: {
    get label() {
      return t('reminder')
    },
    get unit() {
      return t('hoursBefore')
    },
    get help() {
      return t('remindHelp')
    },
  },
  contactIds: {
    get label() {
      return t('whoReminded')
    },
    get help() {
      return t('whoRemindedHelp')
    },
  },
  note: {
    get label() {
      return t('note')
    },
    kind: 'prose',
    wide: true,
    get placeholder() {
      return t('noteExample')
    },
  },
} as const

export function drillName({ scenario, buildingName }: Pick<PlannedDrill, 'scenario' | 'buildingName'>): string {
  return t('drillName', { scenario: scenarioWords[scenario].label, building: buildingName })
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
    return late > 0 ? t('plannedLate', { when, count: late }) : t('plannedFor', { when })
  }
  if (state === 'missed') return t('wasPlanned', { when })
  return remindedAt ? t('contactsReminded', { when }) : when
}
