// How lists, wardens and answers are spoken of on the board (interface: words).
import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import { counted } from '../../ui/counted.ts'
import type { MyPart, WardenState } from './wardens.ts'

type List = {
  readonly title: string
  readonly acting: { readonly fullName: string; readonly state: WardenState } | null
  readonly mine: MyPart | null
}

export const wardenStateWords: Readonly<Record<WardenState, string>> = {
  on_it: 'is on it',
  cannot_come: 'cannot come',
  not_on_site: 'is not on site',
  silent: 'does not answer',
  asked: 'is asked',
}

/** "You answer for Research. For Stores too: Mary Hall is not on site." */
export function myLine(lists: readonly List[]): string {
  const own = lists.filter(({ mine }) => !mine?.isDeputy).map(({ title }) => title)
  const standIns = lists.filter(({ mine }) => mine?.isDeputy)
  return [
    own.length > 0 && `You answer for ${own.join('; ')}.`,
    ...standIns.map(({ title, mine }) => {
      const why = mine?.passedOver.map(({ fullName, state }) => `${fullName} ${wardenStateWords[state]}`).join(', ')
      return `You are the deputy for ${title} and it counts${why ? `: ${why}` : ''}.`
    }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Of a list where somebody else counts now. */
export function deputyLine({ title, acting, mine }: List, myAnswer: 'on_it' | 'cannot_come' | null): string {
  const who = acting ? `${acting.fullName} ${wardenStateWords[acting.state]}` : 'nobody is there'
  const me = myAnswer === 'cannot_come' ? 'You cannot come for' : mine?.isDeputy ? 'Deputy for' : 'For'
  return `${me} ${title}: ${who}.`
}

/** "2 on the way, 1 cannot come, 3 have not answered"; null: nobody was asked. */
export function contactsSentence(answers: readonly EmergencyAnswer[]): string | null {
  const contacts = answers.filter(({ kind }) => kind === 'contact')
  if (contacts.length === 0) return null
  const count = (wanted: EmergencyAnswer['answer']) => contacts.filter(({ answer }) => answer === wanted).length
  const [coming, not, silent] = [count('on_my_way'), count('cannot_come'), count(null)]
  const parts = [
    coming > 0 && `${coming} on the way`,
    not > 0 && `${not} cannot come`,
    silent > 0 && `${silent} of ${counted(contacts.length, 'contact has', 'contacts have')} not answered`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "Wardens: 3 of 5 lists have somebody on them"; null: there are none. */
export function listsSentence(lists: readonly List[]): string | null {
  if (lists.length === 0) return null
  const taken = lists.filter(({ acting }) => acting?.state === 'on_it').length
  return `${taken} of ${counted(lists.length, 'list has its warden', 'lists have their warden')}`
}
