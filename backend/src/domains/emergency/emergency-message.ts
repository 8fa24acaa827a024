// What contacts are told of an emergency: that it began, that a drill became real, that it is over (rules 9). Each says where, what,
// how serious, when by the clock of the place, and by whom. A drill says so first, in every channel. Queued by tell-contacts.ts.
import type { Emergency } from '@rollcall/contracts/domains/emergency'

export type Place = { readonly name: string; readonly timezone: string }
export type EmergencyMessage = {
  readonly about: 'began' | 'taken_over' | 'ended'
  readonly subject: string
  /** For e-mail and webhooks. */
  readonly text: string
  /** For text messages and calls: one or two sentences. */
  readonly short: string
  /** The page to look at; the address of the site comes before it when it is sent. */
  readonly link: string
}

/** `whatToDo`: the confirmed instructions of the scenario; empty: there are none. */
export function beganMessage(emergency: Emergency, places: readonly Place[], whatToDo = ''): EmergencyMessage {
  const { id, triggeredAt, triggeredBy, message, counts } = emergency
  const what = `${scenarioOf(emergency)} at ${namesOf(places)}`
  const headline = `${markOf(emergency)}: ${what}`
  const by = `Triggered by ${oneLine(triggeredBy)} at ${localTimes(triggeredAt, places)}.`
  return {
    about: 'began',
    subject: headline,
    text: linesOf(
      noticeOf(emergency),
      `${headline}.`,
      message,
      instructionsOf(whatToDo),
      by,
      `${people(counts.total)} on the roster. Who is missing:`,
    ),
    short: shortened(`${headline}. ${by}`, message),
    link: `/emergency/${id}`,
  }
}

/** One message instead of two: that the drill is over, and that it is real now. */
export function takenOverMessage(emergency: Emergency, places: readonly Place[], whatToDo = ''): EmergencyMessage {
  const { id, triggeredAt, triggeredBy, message, counts } = emergency
  const headline = `NO LONGER A DRILL. EMERGENCY: ${scenarioOf(emergency)} at ${namesOf(places)}`
  const by = `Triggered by ${oneLine(triggeredBy)} at ${localTimes(triggeredAt, places)}.`
  return {
    about: 'taken_over',
    subject: headline,
    text: linesOf(
      `${headline}.`,
      'What began as a drill or a test is a real emergency now.',
      message,
      instructionsOf(whatToDo),
      by,
      `${people(counts.total)} on the roster, ${counts.unknown + counts.needsHelp} not yet accounted for. Who is missing:`,
    ),
    short: shortened(`${headline}. ${by}`, message),
    link: `/emergency/${id}`,
  }
}

export function endedMessage(emergency: Emergency, places: readonly Place[]): EmergencyMessage {
  const { id, mode, resolution, resolvedAt, resolvedBy, triggeredAt, counts } = emergency
  const kind = mode === 'live' ? 'emergency' : mode
  const outcome = resolution === null ? 'ended' : resolution.replaceAll('_', ' ')
  const headline = `${mode === 'live' ? '' : `${mode.toUpperCase()}: `}Over (${outcome}): ${scenarioOf(emergency)} at ${namesOf(places)}`
  const missing = counts.unknown + counts.needsHelp
  const accounted =
    missing === 0 ? 'Everybody was accounted for.' : `${missing} of ${people(counts.total)} were NOT accounted for.`
  const ended = `Ended by ${oneLine(resolvedBy ?? 'Rollcall')} at ${localTimes(resolvedAt ?? triggeredAt, places)}.`
  return {
    about: 'ended',
    subject: headline,
    text: linesOf(`The ${kind} is over.`, `${headline}.`, accounted, ended, 'Report:'),
    short: shortened(`${headline}. ${accounted} ${ended}`, ''),
    link: `/emergency/${id}/report`,
  }
}

const scenarioOf = ({ scenario }: Pick<Emergency, 'scenario'>) => scenario.replaceAll('_', ' ')

/** What stands before everything else. */
export function markOf({ mode }: Pick<Emergency, 'mode'>): string {
  return mode === 'live' ? 'EMERGENCY' : mode.toUpperCase()
}

const noticeOf = ({ mode }: Pick<Emergency, 'mode'>) =>
  mode === 'live' ? '' : `This is a ${mode.toUpperCase()}, not an emergency.`

/** A subject stays readable with a hundred buildings. */
const mostNames = 3

export function namesOf(places: readonly Place[]): string {
  if (places.length === 0) return 'the site'
  const names = places.map(({ name }) => oneLine(name))
  const rest = names.length - mostNames
  return rest > 0 ? `${names.slice(0, mostNames).join(', ')} and ${rest} more` : names.join(', ')
}

/** By the clock on the wall of each building; where they differ, each clock once. */
export function localTimes(at: string, places: readonly Place[]): string {
  const zones = [...new Set(places.map(({ timezone }) => timezone))]
  if (zones.length === 0) zones.push('UTC')
  return zones
    .map((timezone) => {
      const [where] = places.filter((place) => place.timezone === timezone)
      const clock = `${localTime(at, timezone)} (${timezone})`
      return zones.length > 1 && where ? `${clock} in ${oneLine(where.name)}` : clock
    })
    .join(', ')
}

function localTime(at: string, timeZone: string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone }).format(new Date(at))
}

/** Names are stored without line breaks; nothing that came from elsewhere may begin a header of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const instructionsOf = (whatToDo: string) => (whatToDo === '' ? '' : `What to do:\n${whatToDo}`)

const people = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`

const linesOf = (...lines: readonly string[]) => lines.filter(Boolean).join('\n')

/** Two text messages at most, the link not counted. */
const mostShort = 240

function shortened(sentences: string, message: string): string {
  const whole = [sentences, oneLine(message)].filter(Boolean).join(' ')
  const characters = [...whole]
  return characters.length > mostShort ? `${characters.slice(0, mostShort - 1).join('')}…` : whole
}
