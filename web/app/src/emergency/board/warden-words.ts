// How lists, wardens and answers are spoken of on the board (interface: words).
import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import type { MyPart, WardenState } from './wardens.ts'
import { t } from './texts.ts'

type List = {
  readonly title: string
  readonly acting: { readonly fullName: string; readonly state: WardenState } | null
  readonly mine: MyPart | null
}

const wardenStates = {
  on_it: 'wardenOnIt',
  cannot_come: 'wardenCannot',
  not_on_site: 'wardenNotOnSite',
  silent: 'wardenSilent',
  asked: 'wardenAsked',
} as const satisfies Record<WardenState, string>

/** "Mary Hall is not on site" */
export function wardenStands({ fullName, state }: { readonly fullName: string; readonly state: WardenState }): string {
  return t(wardenStates[state], { name: fullName })
}

/** "You answer for Research. For Stores too: Mary Hall is not on site." */
export function myLine(lists: readonly List[]): string {
  const own = lists.filter(({ mine }) => !mine?.isDeputy).map(({ title }) => title)
  const standIns = lists.filter(({ mine }) => mine?.isDeputy)
  return [
    own.length > 0 && t('myOwn', { lists: own.join('; ') }),
    ...standIns.map(({ title, mine }) => {
      const why = mine?.passedOver.map(wardenStands).join(', ')
      return why ? t('myDeputyWhy', { list: title, why }) : t('myDeputy', { list: title })
    }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Of a list where somebody else counts now. */
export function deputyLine({ title, acting, mine }: List, myAnswer: 'on_it' | 'cannot_come' | null): string {
  const said = { list: title, who: acting ? wardenStands(acting) : t('nobodyThereIn') }
  if (myAnswer === 'cannot_come') return t('deputyCannot', said)
  return mine?.isDeputy ? t('deputyFor', said) : t('deputyOther', said)
}

/** "2 on the way, 1 cannot come, 3 have not answered"; null: nobody was asked. */
export function contactsSentence(answers: readonly EmergencyAnswer[]): string | null {
  const contacts = answers.filter(({ kind }) => kind === 'contact')
  if (contacts.length === 0) return null
  const count = (wanted: EmergencyAnswer['answer']) => contacts.filter(({ answer }) => answer === wanted).length
  const [coming, not, silent] = [count('on_my_way'), count('cannot_come'), count(null)]
  const parts = [
    coming > 0 && t('contactsComing', { number: coming }),
    not > 0 && t('contactsCannot', { number: not }),
    silent > 0 && t('contactsSilent', { silent, contacts: t('contactsHave', { count: contacts.length }) }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** "Wardens: 3 of 5 lists have somebody on them"; null: there are none. */
export function listsSentence(lists: readonly List[]): string | null {
  if (lists.length === 0) return null
  const taken = lists.filter(({ acting }) => acting?.state === 'on_it').length
  return t('listsHaveWarden', { taken, count: lists.length })
}
