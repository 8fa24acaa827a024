// What the page behind a personal link says when it cannot do what was asked, and how the mailing of links is spoken of
// (interface: words).
import type { LinkSending } from '@rollcall/contracts/domains/muster'
import { counted } from '../../ui/counted.ts'
import { people } from '../emergency-words.ts'

export type LinkTrouble = { readonly title: string; readonly text: string; readonly again: boolean }

/** Of what is refused for good; without a connection the page goes on trying and says so. */
export function linkProblem(code: string): LinkTrouble {
  if (code === 'not_found') {
    return {
      title: 'This link does not work',
      text: 'It is older than 24 hours or was not copied whole. Ask the person who sent it for a new one, or report at the muster point.',
      again: false,
    }
  }
  if (code === 'conflict') {
    return { title: 'It is over', text: 'This emergency has ended. There is nothing left to answer.', again: false }
  }
  return {
    title: 'That did not work',
    text: 'Your answer did not arrive. Tap again, or report at the muster point.',
    again: true,
  }
}

type Plan = { readonly lines: readonly string[]; readonly verb: string; readonly again: boolean }

/** What "Mail each a link" would do now. `again`: everybody else was mailed, only those whom none reached are left. */
export function mailingPlan({ unasked, unreached, waiting, sent, failed, withoutAddress, canMail }: LinkSending): Plan {
  const { withAddress } = unasked
  const noAddress = unasked.withoutAddress
  const again = withAddress + noAddress === 0 && failed + withoutAddress > 0
  const lines = [
    withAddress > 0 && `${people(withAddress)} still missing ${have(withAddress, 'gets', 'get')} a mail.`,
    withAddress === 0 && !again && 'Nobody is left to be mailed.',
    noAddress > 0 && `${people(noAddress)} ${have(noAddress)} no email address and will be named on the board.`,
    waiting > 0 && `${counted(waiting, 'mail is', 'mails are')} on the way already.`,
    sent > 0 && `${people(sent)} ${have(sent)} been mailed and will not be mailed again.`,
    again && unreached.length > 0 && `${people(failed + withoutAddress)} whom no link reached are tried once more.`,
    !canMail && 'No mail server is set up, so nothing arrives. Account for people on the board.',
  ]
  const verb = again ? 'Try again' : withAddress > 0 ? `Mail ${people(withAddress)}` : 'Name them'
  return { lines: lines.filter((line) => line !== false), verb, again }
}

export function progressSentence({ total, waiting, sent, failed, withoutAddress, notNeeded }: LinkSending): string {
  const parts = [
    `${sent} of ${people(total)} mailed a personal link`,
    waiting > 0 && `${waiting} on the way`,
    notNeeded > 0 && `${notNeeded} accounted for before it was sent`,
    failed > 0 && `${failed} not reached`,
    withoutAddress > 0 && `${withoutAddress} without an address`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** The list names a hundred at most, and only who is still missing. */
export function unreachedTitle({ unreached }: Pick<LinkSending, 'unreached'>): string {
  return unreached.length >= 100 ? 'The first 100 not reached' : `${people(unreached.length)} to reach another way`
}

const have = (count: number, one = 'has', many = 'have') => (count === 1 ? one : many)
