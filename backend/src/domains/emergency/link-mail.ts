// The mail that brings somebody their personal link: what a phone shows of it at once is whether it is real, where, and the link.
import type { Say } from '../../texts/say.ts'
import { markOf, noticeOf, whatOf } from './emergency-message.ts'
import type { WaitingLink } from './link-send-queries.ts'

type About = Pick<WaitingLink, 'scenario' | 'mode' | 'message' | 'fullName' | 'organisation' | 'places'>

export function linkMail(say: Say, about: About, address: string) {
  const { mode, message, fullName, organisation, places } = about
  const what = whatOf(say, about, places)
  const mark = markOf(say, about)
  const lines = [
    [`${say('headline', { mark, what })}.`, noticeOf(say, about)].filter(Boolean).join(' '),
    say('areYouSafe', { name: fullName }),
    '',
    address,
    '',
    ...(message ? [message, ''] : []),
    say('linkIsYours'),
    ...(organisation ? ['', organisation] : []),
  ]
  const subject = mode === 'live' ? say('linkSubject', { what }) : say('linkSubjectMarked', { mark, what })
  return { subject, text: lines.join('\n') }
}
