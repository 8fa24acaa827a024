// How readiness is spoken of: what the number means, what each reason is called, what its lack means and where it is mended
// (interface: words).
import type { ReadinessCode, ReadinessReason } from '@rollcall/contracts/domains/readiness'
import type { Tone } from '../../ui/StateWord.vue'
import { titleText } from '../../page-titles.ts'
import { t } from './texts.ts'

export type ReasonWords = {
  readonly title: string
  readonly text: string
  readonly mend: { readonly route: string; readonly label: string }
}

export function readinessTone(score: number): Tone {
  return score >= 90 ? 'good' : score >= 70 ? 'ageing' : 'bad'
}

export function readinessSentence(score: number, reasons: number): string {
  if (score === 100) return t('allInPlace')
  const works = score >= 90 ? t('workWell') : score >= 70 ? t('workFair') : t('workBad')
  return `${works} ${reasons === 1 ? t('lacksOne') : t('lacksMany', { number: reasons })}`
}

/** "Receivers silent", for a line of the history. */
export const reasonNames: Readonly<Record<ReadinessCode, string>> = {
  get building_none() {
    return t('nameNoBuilding')
  },
  get floors_without_receivers() {
    return t('nameFloorsReceivers')
  },
  get receivers_silent() {
    return t('nameSilent')
  },
  get receivers_pausing() {
    return t('namePauses')
  },
  get receivers_clock() {
    return t('nameClock')
  },
  get readings_late() {
    return t('nameLate')
  },
  get readings_twice() {
    return t('nameTwice')
  },
  get people_without_badge() {
    return t('nameNoBadge')
  },
  get badges_flat() {
    return t('nameBadgesFlat')
  },
  get muster_points() {
    return t('nameMuster')
  },
  get floors_without_warden() {
    return t('nameFloorsWarden')
  },
  get contacts_none() {
    return t('nameContacts')
  },
  get contacts_unanswered() {
    return t('nameContactsNever')
  },
  get messages_unsent() {
    return t('nameMessages')
  },
  get instructions_unconfirmed() {
    return t('nameInstructions')
  },
  get drill_overdue() {
    return t('nameDrill')
  },
}

const receivers = () => ({ route: 'receivers', label: titleText('Receivers') })
const contacts = () => ({ route: 'emergency-contacts', label: titleText('Contacts') })

const words: Readonly<Record<ReadinessCode, (reason: ReadinessReason) => ReasonWords>> = {
  building_none: () => ({
    title: t('noBuildingYet'),
    text: t('beginHere'),
    mend: { route: 'buildings', label: titleText('Buildings') },
  }),
  floors_without_receivers: (reason) => ({
    title: reason.total === 0 ? t('noFloorYet') : t('floorsNoReceiver', of(reason)),
    text: reason.total === 0 ? t('addFloors') : t('nobodySeen') + namesOf(reason),
    mend: reason.total === 0 ? { route: 'buildings', label: titleText('Buildings') } : receivers(),
  }),
  receivers_silent: (reason) => ({
    title: reason.total === 0 ? t('noReceiverYet') : t('receiversSilent', of(reason)),
    text: reason.total === 0 ? t('withoutReceivers') : t('receiversSilentText') + namesOf(reason),
    mend: receivers(),
  }),
  receivers_pausing: ofReceivers('receiversPauses', 'receiversPausesText'),
  receivers_clock: ofReceivers('receiversClock', 'receiversClockText'),
  readings_late: ofReceivers('receiversLate', 'receiversLateText'),
  readings_twice: ofReceivers('receiversTwice', 'receiversTwiceText'),
  people_without_badge: (reason) => ({
    title: reason.total === 0 ? t('nobodyRegister') : t('noBadge', of(reason)),
    text: t('noBadgeText'),
    mend:
      reason.total === 0 ? { route: 'people', label: titleText('People') } : { route: 'hand-out', label: t('handOut') },
  }),
  badges_flat: (reason) => ({
    title: reason.total === 0 ? t('noBadgeYet') : t('badgesFlat', of(reason)),
    text: t('badgesFlatText'),
    mend: { route: 'battery', label: titleText('Batteries') },
  }),
  muster_points: () => ({
    title: t('musterNone'),
    text: t('musterNoneText'),
    mend: { route: 'zones', label: titleText('Zones') },
  }),
  floors_without_warden: (reason) => ({
    title: reason.total === 0 ? t('noFloorWarden') : t('floorsNoWarden', of(reason)),
    text: t('nobodyAnswers') + namesOf(reason),
    mend: { route: 'wardens', label: titleText('Wardens') },
  }),
  contacts_none: () => ({
    title: t('contactsNone'),
    text: t('contactsNoneText'),
    mend: contacts(),
  }),
  contacts_unanswered: (reason) => ({
    title: reason.total === 0 ? t('noContactAnswer') : t('contactsNever', of(reason)),
    text: t('contactsNeverText'),
    mend: contacts(),
  }),
  messages_unsent: () => ({
    title: t('messagesUnsent'),
    text: t('messagesUnsentText'),
    mend: { route: 'settings', label: titleText('Settings') },
  }),
  instructions_unconfirmed: (reason) => ({
    title: reason.total === 0 ? t('instructionsNone') : t('instructionsUnconfirmed', of(reason)),
    text: t('instructionsText'),
    mend: { route: 'instructions', label: titleText('Instructions') },
  }),
  drill_overdue: ({ at }) => ({
    title: at === null ? t('drillNever') : t('drillLongAgo'),
    text: at === null ? t('drillNeverText') : t('drillLongAgoText'),
    mend: { route: 'planned-drills', label: t('drills') },
  }),
}

export function reasonWords(reason: ReadinessReason): ReasonWords {
  return words[reason.code](reason)
}

type Kind = 'Pauses' | 'Clock' | 'Late' | 'Twice'
function ofReceivers(what: `receivers${Kind}`, text: `receivers${Kind}Text`): (reason: ReadinessReason) => ReasonWords {
  return (reason) =>
    reason.total === 0
      ? {
          title: t('nothingToJudge', { name: reasonNames[reason.code] }),
          text: t('judgedOnce'),
          mend: receivers(),
        }
      : {
          title: t(what, of(reason)),
          text: t(text) + namesOf(reason),
          mend: receivers(),
        }
}

const of = ({ faulty, total }: ReadinessReason) => ({ share: t('shareOf', { faulty }), count: total })

function namesOf({ names, faulty }: ReadinessReason): string {
  if (names.length === 0) return ''
  const others = faulty - names.length
  const listed = names.join(', ')
  return ` ${others > 0 ? t('namesMore', { names: listed, number: others }) : t('names', { names: listed })}`
}
