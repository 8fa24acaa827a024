// The mail that brings somebody their personal link: what a phone shows of it at once is whether it is real, where, and the link.
import { markOf, namesOf } from './emergency-message.ts'
import type { WaitingLink } from './link-send-queries.ts'

type About = Pick<WaitingLink, 'scenario' | 'mode' | 'message' | 'fullName' | 'organisation' | 'places'>

export function linkMail(about: About, address: string) {
  const { mode, message, fullName, organisation, places } = about
  const what = `${about.scenario.replaceAll('_', ' ')} at ${namesOf(places)}`
  const headline = `${markOf(about)}: ${what}`
  const lines = [
    mode === 'live' ? `${headline}.` : `${headline}. This is a ${mode.toUpperCase()}, not an emergency.`,
    `${fullName}, are you safe? Open this and answer:`,
    '',
    address,
    '',
    ...(message ? [message, ''] : []),
    'The link is yours alone. In danger to life call the emergency number first.',
    ...(organisation ? ['', organisation] : []),
  ]
  return { subject: `${mode === 'live' ? '' : `${mode.toUpperCase()}: `}Are you safe? ${what}`, text: lines.join('\n') }
}
