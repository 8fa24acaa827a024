// Which people of a board are shown, in which groups and order. The choice is part of the address, so that it can be shared and
// outlives a reload. Used by arrangement.ts; bound to the address by use-board-choice.ts.
import { Absence } from '@rollcall/contracts/domains/muster'
import { z } from 'zod'
import { absenceWords } from '../emergency-words.ts'
import { t } from './texts.ts'

/** Who is shown. `away`: off site or excused, a part of `safe`. */
const Show = z.enum(['missing', 'help', 'safe', 'away'])
const GroupBy = z.enum(['status', 'place', 'department', 'point', 'warden', 'decider', 'evidence'])
/** Nothing said: mine, if there is one. */
const ListOf = z.enum(['mine', 'all'])
const SortBy = z.enum(['name', 'unseen', 'seen', 'zone', 'changed'])
const yes = z.stringbool().catch(false)
const one = z.string().min(1).nullable().catch(null)

/** What cannot be understood in an address counts as not said. */
export const BoardChoice = z.object({
  group: GroupBy.catch('status'),
  sort: SortBy.catch('name'),
  list: ListOf.nullable().catch(null),
  show: Show.nullable().catch(null),
  evidence: Absence.nullable().catch(null),
  special: yes,
  guests: yes,
  floor: one,
  zone: one,
  department: one,
  find: z.string().catch(''),
})
export type BoardChoice = z.infer<typeof BoardChoice>
export const everybody: BoardChoice = BoardChoice.parse({})

/** Only what differs from showing everybody. */
export function choiceQuery(choice: BoardChoice): Record<string, string> {
  const said = Object.entries(choice).filter(([key, value]) => value !== everybody[key as keyof BoardChoice])
  return Object.fromEntries(said.map(([key, value]) => [key, String(value)]))
}

export function isNarrowed(choice: BoardChoice): boolean {
  const { group: _, sort: __, list: ___, ...narrowing } = choice
  return Object.keys(choiceQuery({ ...everybody, ...narrowing })).length > 0
}

export const groupWords: readonly { readonly value: BoardChoice['group']; readonly label: string }[] = [
  {
    value: 'status',
    get label() {
      return t('status')
    },
  },
  {
    value: 'place',
    get label() {
      return t('floorAndZone')
    },
  },
  {
    value: 'department',
    get label() {
      return t('department')
    },
  },
  {
    value: 'point',
    get label() {
      return t('musterPoint')
    },
  },
  {
    value: 'warden',
    get label() {
      return t('whoAnswers')
    },
  },
  {
    value: 'decider',
    get label() {
      return t('deciderGroup')
    },
  },
  {
    value: 'evidence',
    get label() {
      return t('whyTheyNotSeen')
    },
  },
]
export const sortWords: readonly { readonly value: BoardChoice['sort']; readonly label: string }[] = [
  {
    value: 'name',
    get label() {
      return t('name')
    },
  },
  {
    value: 'unseen',
    get label() {
      return t('longestUnseen')
    },
  },
  {
    value: 'seen',
    get label() {
      return t('mostRecent')
    },
  },
  {
    value: 'zone',
    get label() {
      return t('place')
    },
  },
  {
    value: 'changed',
    get label() {
      return t('statusChanged')
    },
  },
]
export const showWords: readonly { readonly value: NonNullable<BoardChoice['show']>; readonly label: string }[] = [
  {
    value: 'missing',
    get label() {
      return t('missing')
    },
  },
  {
    value: 'help',
    get label() {
      return t('needsHelp')
    },
  },
  {
    value: 'safe',
    get label() {
      return t('accountedFor')
    },
  },
  {
    value: 'away',
    get label() {
      return t('offSiteOrExcused')
    },
  },
]
export const evidenceChoices = () => Absence.options.map((value) => ({ value, label: absenceWords[value].word }))
