// How likely a missing person is where the badge was last seen, how urgent that is, and every reason for it in words. The figures
// are rules of thumb, each of them shown with its reason, so that whoever leads the search can overrule them. For search-areas.ts.
import type { MusterPerson, Sweep } from '@rollcall/contracts/domains/muster'
import { durationWords } from '../../../ui/elapsed.ts'
import { withinText } from '../../../ui/measures.ts'
import { t } from '../texts.ts'

/** Epoch milliseconds. */
export type Moment = { readonly now: number; readonly triggeredAt: number }
/** `effect`: whether it makes looking here more or less worth it. */
export type Reason = { readonly says: string; readonly icon: string; readonly effect: 'more' | 'less' | 'none' }
export type Likelihood = {
  /** Of being there, 0 to 1. */
  readonly chance: number
  readonly urgency: number
  readonly movedSinceSweep: boolean
}
/** Its words are made only for whoever is on screen: there may be ten thousand people. */
type Part = { readonly chance?: number; readonly weight?: number; readonly reason: () => Reason }

const second = 1_000
const minute = 60 * second
/** Heard within this: there now. */
const freshMs = 30 * second
/** Without a sound for this long, half of the people are somewhere else; longer where nobody could be heard anyway. */
const halfLife = { heard: 10 * minute, unheard: 30 * minute }
/** Everybody else has got up by now. */
const stillMs = 2 * minute
const near = 4
const rough = 10

export function likelihoodOf(person: MusterPerson, sweep: Sweep | null, moment: Moment): Likelihood {
  let chance = 1
  let weight = 1
  for (const part of partsOf(person, sweep, moment)) {
    chance *= part?.chance ?? 1
    weight *= part?.weight ?? 1
  }
  return { chance, urgency: chance * weight, movedSinceSweep: movedSince(person, sweep) }
}

export function reasonsFor(person: MusterPerson, sweep: Sweep | null, moment: Moment): Reason[] {
  return partsOf(person, sweep, moment).flatMap((part) => part?.reason() ?? [])
}

function partsOf(person: MusterPerson, sweep: Sweep | null, moment: Moment): (Part | null)[] {
  return [
    needsHelp(person),
    inside(person),
    seen(person, moment),
    accuracy(person),
    still(person, moment),
    receiversDown(person),
    specialNeeds(person),
    swept(person, sweep),
  ]
}

/** In words: nobody should have to weigh 0.61 against 0.58. */
export function chanceWords(chance: number): string {
  if (chance >= 0.75) return t('veryLikelyHere')
  if (chance >= 0.5) return t('likelyHere')
  return chance >= 0.2 ? t('possiblyHere') : t('unlikelyHere')
}

function needsHelp({ status, note }: MusterPerson): Part | null {
  if (status !== 'needs_help') return null
  const says = () => (note ? t('needsHelpNote', { note }) : t('needsHelp'))
  return { weight: 3, reason: () => ({ says: says(), icon: 'i-lucide-life-buoy', effect: 'more' }) }
}

function inside({ status, absence, evidence }: MusterPerson): Part {
  const known = evidence?.insideProbability ?? null
  const chance = known ?? (status === 'needs_help' ? 0.9 : absence === 'receivers_down' ? 0.6 : 0.7)
  return {
    chance,
    reason: () => {
      const says = known === null ? t('insideUnknownShort') : t('insidePct', { percent: Math.round(known * 100) })
      return { says, icon: 'i-lucide-building-2', effect: chance < 0.5 ? 'less' : 'none' }
    },
  }
}

function seen({ absence, evidence }: MusterPerson, { now }: Moment): Part {
  const ageMs = Math.max(0, now - Date.parse(evidence!.sighting.at))
  const icon = 'i-lucide-clock'
  if (ageMs <= freshMs) return { reason: () => ({ says: t('seenNow'), icon, effect: 'more' }) }
  const half = absence === 'receivers_down' ? halfLife.unheard : halfLife.heard
  const chance = Math.max(0.15, 0.5 ** ((ageMs - freshMs) / half))
  const says = () => t('seenAgo', { duration: durationWords(wholeMinutes(ageMs)) })
  return { chance, reason: () => ({ says: says(), icon, effect: chance < 0.7 ? 'less' : 'none' }) }
}

function accuracy({ evidence }: MusterPerson): Part {
  const metres = evidence!.accuracyM
  const chance = metres === null ? 0.7 : metres <= near ? 1 : metres <= rough ? 0.8 : 0.6
  return {
    chance,
    reason: () => {
      const says = metres === null ? t('notExact') : withinText(metres, evidence!.position)
      return { says, icon: 'i-lucide-locate', effect: chance < 0.7 ? 'less' : 'none' }
    },
  }
}

/** The badge was heard all the time and did not move: what nobody who walks out does. */
function still({ evidence }: MusterPerson, { triggeredAt }: Moment): Part | null {
  if (evidence!.movedAt === null) return null
  const movedAt = Date.parse(evidence!.movedAt)
  const stillForMs = Date.parse(evidence!.sighting.at) - Math.max(movedAt, triggeredAt)
  if (stillForMs < stillMs) return null
  return {
    weight: 1.5,
    reason: () => {
      const long = durationWords(wholeMinutes(stillForMs))
      const says = movedAt < triggeredAt ? t('stillSinceAlarm', { duration: long }) : t('stillFor', { duration: long })
      return { says, icon: 'i-lucide-pause', effect: 'more' }
    },
  }
}

function receiversDown({ absence }: MusterPerson): Part | null {
  if (absence !== 'receivers_down') return null
  return { weight: 1.2, reason: () => ({ says: t('receiversDown'), icon: 'i-lucide-radio-tower', effect: 'more' }) }
}

function specialNeeds({ specialNeeds: needs }: MusterPerson): Part | null {
  if (!needs) return null
  return { weight: 2, reason: () => ({ says: needs, icon: 'i-lucide-accessibility', effect: 'more' }) }
}

/** A search that found nobody outweighs an older sighting; a badge that is still heard may lie on a desk, or somebody was overlooked. */
function swept(person: MusterPerson, sweep: Sweep | null): Part | null {
  if (sweep?.state !== 'searched') return null
  const reason = (says: () => string, effect: Reason['effect']) => () => ({
    says: says(),
    icon: 'i-lucide-list-checks',
    effect,
  })
  if (movedSince(person, sweep)) return { weight: 1.2, reason: reason(() => t('movedAfter'), 'more') }
  if (Date.parse(person.evidence!.sighting.at) <= Date.parse(sweep.decidedAt))
    return { chance: 0.05, reason: reason(() => t('searchedNobody'), 'less') }
  return { chance: 0.4, reason: reason(() => t('overlooked'), 'less') }
}

function movedSince({ evidence }: MusterPerson, sweep: Sweep | null): boolean {
  if (sweep?.state !== 'searched' || evidence!.movedAt === null) return false
  return Date.parse(evidence!.movedAt) > Date.parse(sweep.decidedAt)
}

/** Seconds, without the odd ones: a place of ten minutes ago is no more exact than that. */
function wholeMinutes(ms: number): number {
  return ms < minute ? Math.round(ms / second) : Math.floor(ms / minute) * 60
}
