// What contacts are told of an emergency: that it began, that a drill became real, that it is over (rules 9). Each says where, what,
// how serious, when by the clock of the place, and by whom. A drill says so first, in every channel. Queued by tell-contacts.ts.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import { actorTold } from '@rollcall/contracts/sentences'
import type { Say } from '../../texts/say.ts'

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
export function beganMessage(
  say: Say,
  emergency: Emergency,
  places: readonly Place[],
  whatToDo = '',
): EmergencyMessage {
  const { id, message, counts } = emergency
  const headline = say('headline', { mark: markOf(say, emergency), what: whatOf(say, emergency, places) })
  const by = triggeredWords(say, emergency, places)
  return {
    about: 'began',
    subject: headline,
    text: linesOf(
      noticeOf(say, emergency),
      `${headline}.`,
      message,
      instructionsOf(say, whatToDo),
      by,
      say('roster', { count: counts.total }),
    ),
    short: shortened(`${headline}. ${by}`, message),
    link: `/emergency/${id}`,
  }
}

/** One message instead of two: that the drill is over, and that it is real now. */
export function takenOverMessage(
  say: Say,
  emergency: Emergency,
  places: readonly Place[],
  whatToDo = '',
): EmergencyMessage {
  const { id, message, counts } = emergency
  const headline = say('headlineTakenOver', { what: whatOf(say, emergency, places) })
  const by = triggeredWords(say, emergency, places)
  return {
    about: 'taken_over',
    subject: headline,
    text: linesOf(
      `${headline}.`,
      say('takenOver'),
      message,
      instructionsOf(say, whatToDo),
      by,
      say('rosterMissing', { count: counts.total, missing: counts.unknown + counts.needsHelp }),
    ),
    short: shortened(`${headline}. ${by}`, message),
    link: `/emergency/${id}`,
  }
}

export function endedMessage(say: Say, emergency: Emergency, places: readonly Place[]): EmergencyMessage {
  const { id, mode, resolution, resolvedAt, resolvedBy, triggeredAt, counts } = emergency
  const over = { outcome: say(`outcome_${resolution ?? 'none'}`), what: whatOf(say, emergency, places) }
  const headline =
    mode === 'live' ? say('headlineOver', over) : say('headlineOverMarked', { ...over, mark: markOf(say, emergency) })
  const missing = counts.unknown + counts.needsHelp
  const accounted = missing === 0 ? say('everybody') : say('notAccounted', { missing, count: counts.total })
  const time = localTimes(say, resolvedAt ?? triggeredAt, places)
  const ended = say('endedBy', { name: oneLine(resolvedBy ?? 'Rollcall'), time })
  return {
    about: 'ended',
    subject: headline,
    text: linesOf(say(`over_${mode}`), `${headline}.`, accounted, ended, say('report')),
    short: shortened(`${headline}. ${accounted} ${ended}`, ''),
    link: `/emergency/${id}/report`,
  }
}

/** "gas leak at the mill" */
export function whatOf(say: Say, { scenario }: Pick<Emergency, 'scenario'>, places: readonly Place[]): string {
  return say('what', { scenario: say(`scenario_${scenario}`), places: namesOf(say, places) })
}

/** What stands before everything else. */
export const markOf = (say: Say, { mode }: Pick<Emergency, 'mode'>): string => say(`mark_${mode}`)

export const noticeOf = (say: Say, { mode }: Pick<Emergency, 'mode'>): string =>
  mode === 'live' ? '' : say(`notice_${mode}`)

/** A subject stays readable with a hundred buildings. */
const mostNames = 3

function namesOf(say: Say, places: readonly Place[]): string {
  if (places.length === 0) return say('theSite')
  const names = places.map(({ name }) => oneLine(name))
  const rest = names.length - mostNames
  return rest > 0 ? say('andMore', { names: names.slice(0, mostNames).join(', '), rest }) : names.join(', ')
}

/** By the clock on the wall of each building; where they differ, each clock once. */
export function localTimes(say: Say, at: string, places: readonly Place[]): string {
  const zones = [...new Set(places.map(({ timezone }) => timezone))]
  if (zones.length === 0) zones.push('UTC')
  return zones
    .map((timezone) => {
      const [where] = places.filter((place) => place.timezone === timezone)
      const clock = `${localTime(say, at, timezone)} (${timezone})`
      return zones.length > 1 && where ? say('clockIn', { clock, name: oneLine(where.name) }) : clock
    })
    .join(', ')
}

function localTime(say: Say, at: string, timeZone: string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(say.locale, { ...format, timeZone }).format(new Date(at))
}

/** Names are stored without line breaks; nothing that came from elsewhere may begin a header of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

const instructionsOf = (say: Say, whatToDo: string) => (whatToDo === '' ? '' : `${say('whatToDo')}\n${whatToDo}`)

const linesOf = (...lines: readonly string[]) => lines.filter(Boolean).join('\n')

/** Two text messages at most, the link not counted. */
const mostShort = 240

function shortened(sentences: string, message: string): string {
  const whole = [sentences, oneLine(message)].filter(Boolean).join(' ')
  const characters = [...whole]
  return characters.length > mostShort ? `${characters.slice(0, mostShort - 1).join('')}…` : whole
}

/** Who, and when, by the clocks of the places. */
function triggeredWords(say: Say, { triggeredAt, triggeredBy }: Emergency, places: readonly Place[]): string {
  const name = oneLine(say.sentence(actorTold(triggeredBy)))
  return say('triggeredBy', { name, time: localTimes(say, triggeredAt, places) })
}
