// What the page behind a personal link says when it cannot do what was asked, and how the mailing of links is spoken of
// (interface: words).
import type { LinkSending } from '@rollcall/contracts/domains/muster'
import { people } from '../emergency-words.ts'
import { t } from './texts.ts'

export type LinkTrouble = { readonly title: string; readonly text: string; readonly again: boolean }

/** Of what is refused for good; without a connection the page goes on trying and says so. */
export function linkProblem(code: string): LinkTrouble {
  if (code === 'not_found') {
    return {
      title: t('linkBroken'),
      text: t('linkTooOld'),
      again: false,
    }
  }
  if (code === 'conflict') {
    return { title: t('itIsOver'), text: t('emergencyEnded'), again: false }
  }
  return {
    title: t('didNotWork'),
    text: t('answerLostPoint'),
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
    withAddress > 0 && t('stillMissing', { count: withAddress }),
    withAddress === 0 && !again && t('nobodyLeft'),
    noAddress > 0 && t('noAddress', { count: noAddress }),
    waiting > 0 && t('mailsOnWay', { count: waiting }),
    sent > 0 && t('wasMailed', { count: sent }),
    again && unreached.length > 0 && t('triedAgain', { people: people(failed + withoutAddress) }),
    !canMail && t('noMailServer'),
  ]
  const verb = again
    ? t('mailAgain')
    : withAddress > 0
      ? t('mailPeople', { people: people(withAddress) })
      : t('nameThem')
  return { lines: lines.filter((line) => line !== false), verb, again }
}

export function progressSentence({ total, waiting, sent, failed, withoutAddress, notNeeded }: LinkSending): string {
  const parts = [
    t('progressMailed', { sent, people: people(total) }),
    waiting > 0 && t('progressOnWay', { number: waiting }),
    notNeeded > 0 && t('progressNotNeeded', { number: notNeeded }),
    failed > 0 && t('progressNotReached', { number: failed }),
    withoutAddress > 0 && t('progressWithout', { number: withoutAddress }),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** The list names a hundred at most, and only who is still missing. */
export function unreachedTitle({ unreached }: Pick<LinkSending, 'unreached'>): string {
  return unreached.length >= 100 ? t('unreached100') : t('unreachedOther', { people: people(unreached.length) })
}
