// How the state of a person is drawn: never by colour alone (interface: colour means state).
import type { MusterStatus } from '@rollcall/contracts/domains/muster'
import type { Standing } from './arrangement.ts'

export const statusSigns: Readonly<Record<MusterStatus, { readonly icon: string; readonly tone: string }>> = {
  unknown: { icon: 'i-lucide-circle-help', tone: 'text-error' },
  needs_help: { icon: 'i-lucide-life-buoy', tone: 'text-secondary' },
  accounted: { icon: 'i-lucide-circle-check', tone: 'text-success' },
  off_site: { icon: 'i-lucide-log-out', tone: 'text-toned' },
  excused: { icon: 'i-lucide-circle-minus', tone: 'text-toned' },
}
export const standingSigns = {
  missing: statusSigns.unknown,
  help: statusSigns.needs_help,
  safe: statusSigns.accounted,
} as const satisfies Record<Standing, unknown>

/** What can be said of somebody with one tap. `label` fits under a thumb. */
export const answers = [
  { status: 'accounted', label: 'Safe', says: 'Safe', color: 'success' },
  { status: 'needs_help', label: 'Help', says: 'Needs help', color: 'secondary' },
  { status: 'off_site', label: 'Off site', says: 'Off site', color: 'neutral' },
  { status: 'excused', label: 'Excused', says: 'Excused', color: 'neutral' },
] as const satisfies readonly { status: MusterStatus; label: string; says: string; color: string }[]
/** What stands where the button was. */
export const stateWords: Readonly<Record<MusterStatus, string>> = {
  unknown: 'Missing',
  accounted: 'Safe',
  needs_help: 'Needs help',
  off_site: 'Off site',
  excused: 'Excused',
}
export const answerWords: Readonly<Record<MusterStatus, string>> = {
  unknown: 'missing again',
  accounted: 'safe',
  needs_help: 'needs help',
  off_site: 'off site',
  excused: 'excused',
}
