// How readiness is spoken of: what the number means, what each reason is called, what its lack means and where it is mended
// (interface: words).
import type { ReadinessCode, ReadinessReason } from '@rollcall/contracts/domains/readiness'
import type { Tone } from '../../ui/StateWord.vue'

export type ReasonWords = {
  readonly title: string
  readonly text: string
  readonly mend: { readonly route: string; readonly label: string }
}

export function readinessTone(score: number): Tone {
  return score >= 90 ? 'good' : score >= 70 ? 'ageing' : 'bad'
}

export function readinessSentence(score: number, reasons: number): string {
  if (score === 100) return 'Everything an alarm rests on is in place.'
  const lacks = reasons === 1 ? 'One thing lowers it.' : `${reasons} things lower it.`
  if (score >= 90) return `It would work well. ${lacks}`
  return score >= 70 ? `It would work, not as well as it could. ${lacks}` : `It would not work as it should. ${lacks}`
}

/** "Receivers silent", for a line of the history. */
export const reasonNames: Readonly<Record<ReadinessCode, string>> = {
  building_none: 'No building',
  floors_without_receivers: 'Floors without receivers',
  receivers_silent: 'Receivers silent',
  receivers_pausing: 'Receivers with pauses',
  receivers_clock: 'Receivers whose clock is wrong',
  readings_late: 'Readings that come late',
  readings_twice: 'Readings that come twice',
  people_without_badge: 'People without a badge',
  badges_flat: 'Badges almost empty',
  muster_points: 'Muster points',
  floors_without_warden: 'Floors without a warden',
  contacts_none: 'Emergency contacts',
  contacts_unanswered: 'Contacts that never answered',
  messages_unsent: 'Messages that are not sent',
  instructions_unconfirmed: 'Instructions that nobody confirmed',
  drill_overdue: 'The last drill',
}

const receivers = { route: 'receivers', label: 'Receivers' }
const contacts = { route: 'emergency-contacts', label: 'Contacts' }

const words: Readonly<Record<ReadinessCode, (reason: ReadinessReason) => ReasonWords>> = {
  building_none: () => ({
    title: 'No building yet',
    text: 'Begin here: a building, then its floors, receivers and people.',
    mend: { route: 'buildings', label: 'Buildings' },
  }),
  floors_without_receivers: (reason) => ({
    title: reason.total === 0 ? 'No floor yet' : `${share(reason)} ${plural(reason.total, 'floor')} without receivers`,
    text:
      reason.total === 0
        ? 'Add the floors of the building and their plans.'
        : `Nobody is seen there.${namesOf(reason)}`,
    mend: reason.total === 0 ? { route: 'buildings', label: 'Buildings' } : receivers,
  }),
  receivers_silent: (reason) => ({
    title: reason.total === 0 ? 'No receiver yet' : `${share(reason)} ${plural(reason.total, 'receiver')} silent`,
    text:
      reason.total === 0
        ? 'Without receivers the board cannot say where anybody was seen last.'
        : `Near a silent one nobody is seen moving, and the board says so.${namesOf(reason)}`,
    mend: receivers,
  }),
  receivers_pausing: ofReceivers(
    'deliver with pauses',
    'More than 10 seconds lie between two deliveries: badges near them are lost from sight.',
  ),
  receivers_clock: ofReceivers(
    'with a wrong clock',
    'Their readings are dated by when they arrive, which may be too late.',
  ),
  readings_late: ofReceivers(
    'deliver late',
    'More than one reading in twenty is older than 5 seconds when it comes: people are shown where they were.',
  ),
  readings_twice: ofReceivers(
    'deliver twice',
    'More than one reading in twenty comes again: something on the way repeats them.',
  ),
  people_without_badge: (reason) => ({
    title:
      reason.total === 0
        ? 'Nobody in the register yet'
        : `${share(reason)} ${reason.total === 1 ? 'person' : 'people'} without a badge`,
    text: 'Nobody can say where they are, and no roster has them when it rings.',
    mend: { route: reason.total === 0 ? 'people' : 'hand-out', label: reason.total === 0 ? 'People' : 'Hand out' },
  }),
  badges_flat: (reason) => ({
    title:
      reason.total === 0
        ? 'No badge yet'
        : `${share(reason)} ${reason.total === 1 ? 'person' : 'people'} with a badge almost empty`,
    text: 'Whoever carries it may vanish from the plan at any moment.',
    mend: { route: 'battery', label: 'Batteries' },
  }),
  muster_points: () => ({
    title: 'No muster point',
    text: 'Mark a zone as one, so that people who stand there are accounted for.',
    mend: { route: 'zones', label: 'Zones' },
  }),
  floors_without_warden: (reason) => ({
    title:
      reason.total === 0
        ? 'No floor that a warden could answer for'
        : `${share(reason)} ${plural(reason.total, 'floor')} without a warden`,
    text: `Nobody answers for whoever is there.${namesOf(reason)}`,
    mend: { route: 'wardens', label: 'Wardens' },
  }),
  contacts_none: () => ({
    title: 'No emergency contact',
    text: 'Nobody is told by message. The pages of everybody signed in still show it.',
    mend: contacts,
  }),
  contacts_unanswered: (reason) => ({
    title:
      reason.total === 0
        ? 'No contact who could answer'
        : `${share(reason)} ${plural(reason.total, 'contact')} never answered`,
    text: 'Send a test message: who answers is reached when it rings.',
    mend: contacts,
  }),
  messages_unsent: () => ({
    title: 'Messages are not sent',
    text: 'No mail server and no webhook is set: messages are written down, and nobody gets them.',
    mend: { route: 'settings', label: 'Settings' },
  }),
  instructions_unconfirmed: (reason) => ({
    title:
      reason.total === 0 ? 'No instructions' : `${share(reason)} ${plural(reason.total, 'instruction')} not confirmed`,
    text: 'What people are told to do was read and confirmed by nobody.',
    mend: { route: 'instructions', label: 'Instructions' },
  }),
  drill_overdue: ({ at }) => ({
    title: at === null ? 'Never drilled' : 'The last drill is long ago',
    text:
      at === null
        ? 'A drill shows how long it takes until everybody is accounted for.'
        : 'Half a year between drills is well; after a year all points are lost.',
    mend: { route: 'planned-drills', label: 'Drills' },
  }),
}

export function reasonWords(reason: ReadinessReason): ReasonWords {
  return words[reason.code](reason)
}

function ofReceivers(what: string, text: string): (reason: ReadinessReason) => ReasonWords {
  return (reason) =>
    reason.total === 0
      ? {
          title: `${reasonNames[reason.code]}: nothing to judge yet`,
          text: 'It is judged once there are receivers.',
          mend: receivers,
        }
      : {
          title: `${share(reason)} ${plural(reason.total, 'receiver')} ${what}`,
          text: `${text}${namesOf(reason)}`,
          mend: receivers,
        }
}

const share = ({ faulty, total }: ReadinessReason) => `${faulty} of ${total}`
const plural = (count: number, one: string) => (count === 1 ? one : `${one}s`)

function namesOf({ names, faulty }: ReadinessReason): string {
  if (names.length === 0) return ''
  const others = faulty - names.length
  return ` ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`
}
