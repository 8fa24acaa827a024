// How emergencies are spoken of: scenarios, modes, outcomes, and why somebody is not seen (interface: words, colour means state).
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { counted } from '../ui/counted.ts'

export type Scenario = Emergency['scenario']
export type Mode = Emergency['mode']

export const scenarioWords: Readonly<Record<Scenario, { readonly label: string; readonly icon: string }>> = {
  fire: { label: 'Fire', icon: 'i-lucide-flame' },
  medical: { label: 'Medical', icon: 'i-lucide-heart-pulse' },
  severe_weather: { label: 'Severe weather', icon: 'i-lucide-cloud-lightning' },
  active_threat: { label: 'Active threat', icon: 'i-lucide-shield-alert' },
  hazmat: { label: 'Hazardous material', icon: 'i-lucide-biohazard' },
  gas_leak: { label: 'Gas leak', icon: 'i-lucide-wind' },
  power_outage: { label: 'Power outage', icon: 'i-lucide-zap-off' },
  earthquake: { label: 'Earthquake', icon: 'i-lucide-activity' },
  evacuation: { label: 'Evacuation', icon: 'i-lucide-door-open' },
  other: { label: 'Other', icon: 'i-lucide-siren' },
}
export const scenarioChoices = (Object.keys(scenarioWords) as Scenario[]).map((value) => ({
  value,
  ...scenarioWords[value],
}))

/** `word` goes into sentences, `mark` before the scenario wherever it is not a real emergency. */
export const modeWords: Readonly<
  Record<Mode, { readonly word: string; readonly mark: string; readonly says: string }>
> = {
  live: { word: 'emergency', mark: 'EMERGENCY', says: 'A real emergency. Everybody sees it at once.' },
  drill: { word: 'drill', mark: 'DRILL', says: 'People take part. Every page says that it is a drill.' },
  test: { word: 'test', mark: 'TEST', says: 'Checks the equipment; people need not move.' },
}

export const resolutionWords: Readonly<Record<NonNullable<Emergency['resolution']>, string>> = {
  all_clear: 'All clear',
  false_alarm: 'False alarm',
  drill_complete: 'Drill complete',
  superseded: 'Taken over by a live emergency',
}

export const statusWords: Readonly<Record<MusterStatus, string>> = {
  unknown: 'Missing',
  accounted: 'Accounted for',
  needs_help: 'Needs help',
  off_site: 'Off site',
  excused: 'Excused',
}

/** What is worst comes first. `inSentence` follows a number. */
export const absenceWords: Readonly<
  Record<
    NonNullable<MusterPerson['absence']>,
    { readonly word: string; readonly inSentence: string; readonly icon: string }
  >
> = {
  probably_inside: { word: 'Probably inside', inSentence: 'probably inside', icon: 'i-lucide-building-2' },
  receivers_down: {
    word: 'Receivers down where last seen',
    inSentence: 'where receivers are down',
    icon: 'i-lucide-radio-tower',
  },
  badge_silent: { word: 'Badge silent', inSentence: 'badge silent', icon: 'i-lucide-volume-x' },
  no_badge: { word: 'No badge', inSentence: 'without a badge', icon: 'i-lucide-badge-x' },
  near_muster_point: { word: 'Near a muster point', inSentence: 'near a muster point', icon: 'i-lucide-flag' },
  left_site: { word: 'Left the site', inSentence: 'left the site', icon: 'i-lucide-log-out' },
}

/** How it became known, after the status: "Accounted for, seen at a muster point". */
export const methodWords: Readonly<Record<NonNullable<MusterPerson['method']>, string>> = {
  auto_zone: 'seen at a muster point',
  manual: 'by hand',
  bulk: 'by hand, with others',
  scan: 'by scanning their badge',
  sweep: 'in the search of an area',
  link: 'by their own answer',
}

/** "Fire drill", "Gas leak emergency" */
export function eventName({ scenario, mode }: Pick<Emergency, 'scenario' | 'mode'>): string {
  return `${scenarioWords[scenario].label} ${modeWords[mode].word}`
}

export function people(count: number): string {
  return counted(count, 'person', 'people')
}

export function outcomeWords({ state, resolution }: Pick<Emergency, 'state' | 'resolution'>): string {
  return state === 'active' || resolution === null ? 'Active now' : resolutionWords[resolution]
}
