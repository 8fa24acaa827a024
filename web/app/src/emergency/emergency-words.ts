// How emergencies are spoken of: scenarios, modes, outcomes, and why somebody is not seen (interface: words, colour means state).
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { MusterPerson, MusterStatus } from '@rollcall/contracts/domains/muster'
import { t } from './texts.ts'

export type Scenario = Emergency['scenario']
export type Mode = Emergency['mode']

export const scenarioWords: Readonly<Record<Scenario, { readonly label: string; readonly icon: string }>> = {
  fire: {
    get label() {
      return t('scFire')
    },
    icon: 'i-lucide-flame',
  },
  medical: {
    get label() {
      return t('scMedical')
    },
    icon: 'i-lucide-heart-pulse',
  },
  severe_weather: {
    get label() {
      return t('scWeather')
    },
    icon: 'i-lucide-cloud-lightning',
  },
  active_threat: {
    get label() {
      return t('scActiveThreat')
    },
    icon: 'i-lucide-shield-alert',
  },
  hazmat: {
    get label() {
      return t('scHazmat')
    },
    icon: 'i-lucide-biohazard',
  },
  gas_leak: {
    get label() {
      return t('scGasLeak')
    },
    icon: 'i-lucide-wind',
  },
  power_outage: {
    get label() {
      return t('scOutage')
    },
    icon: 'i-lucide-zap-off',
  },
  earthquake: {
    get label() {
      return t('scEarthquake')
    },
    icon: 'i-lucide-activity',
  },
  evacuation: {
    get label() {
      return t('scEvacuation')
    },
    icon: 'i-lucide-door-open',
  },
  other: {
    get label() {
      return t('scOther')
    },
    icon: 'i-lucide-siren',
  },
}
export const scenarios = Object.keys(scenarioWords) as Scenario[]

/** `word` goes into sentences, `mark` before the scenario wherever it is not a real emergency. */
export const modeWords: Readonly<
  Record<Mode, { readonly word: string; readonly mark: string; readonly says: string }>
> = {
  live: {
    get word() {
      return t('modeLive')
    },
    get mark() {
      return t('modeLiveMark')
    },
    get says() {
      return t('modeLiveSays')
    },
  },
  drill: {
    get word() {
      return t('modeDrill')
    },
    get mark() {
      return t('modeDrillMark')
    },
    get says() {
      return t('modeDrillSays')
    },
  },
  test: {
    get word() {
      return t('modeTest')
    },
    get mark() {
      return t('modeTestMark')
    },
    get says() {
      return t('modeTestSays')
    },
  },
}

export const resolutionWords: Readonly<Record<NonNullable<Emergency['resolution']>, string>> = {
  get all_clear() {
    return t('allClear')
  },
  get false_alarm() {
    return t('falseAlarm')
  },
  get drill_complete() {
    return t('drillComplete')
  },
  get superseded() {
    return t('takenOver')
  },
}

export const statusWords: Readonly<Record<MusterStatus, string>> = {
  get unknown() {
    return t('statusMissing')
  },
  get accounted() {
    return t('statusAccounted')
  },
  get needs_help() {
    return t('statusHelp')
  },
  get off_site() {
    return t('statusOffSite')
  },
  get excused() {
    return t('statusExcused')
  },
}

/** What is worst comes first. `inSentence` follows a number. */
export const absenceWords: Readonly<
  Record<
    NonNullable<MusterPerson['absence']>,
    { readonly word: string; readonly inSentence: string; readonly icon: string }
  >
> = {
  probably_inside: {
    get word() {
      return t('absInside')
    },
    get inSentence() {
      return t('absInsideIn')
    },
    icon: 'i-lucide-building-2',
  },
  receivers_down: {
    get word() {
      return t('absReceivers')
    },
    get inSentence() {
      return t('absReceiversIn')
    },
    icon: 'i-lucide-radio-tower',
  },
  badge_silent: {
    get word() {
      return t('absBadgeSilent')
    },
    get inSentence() {
      return t('absBadgeSilentIn')
    },
    icon: 'i-lucide-volume-x',
  },
  no_badge: {
    get word() {
      return t('absNoBadge')
    },
    get inSentence() {
      return t('absNoBadgeIn')
    },
    icon: 'i-lucide-badge-x',
  },
  near_muster_point: {
    get word() {
      return t('absNearPoint')
    },
    get inSentence() {
      return t('absNearPointIn')
    },
    icon: 'i-lucide-flag',
  },
  left_site: {
    get word() {
      return t('absLeft')
    },
    get inSentence() {
      return t('absLeftIn')
    },
    icon: 'i-lucide-log-out',
  },
}

/** How it became known, after the status: "Accounted for, seen at a muster point". */
export const methodWords: Readonly<Record<NonNullable<MusterPerson['method']>, string>> = {
  get auto_zone() {
    return t('byZone')
  },
  get manual() {
    return t('byHand')
  },
  get bulk() {
    return t('byHandBulk')
  },
  get scan() {
    return t('byScan')
  },
  get sweep() {
    return t('bySweep')
  },
  get link() {
    return t('byOwnAnswer')
  },
}

/** "Fire drill", "Gas leak emergency" */
export function eventName({ scenario, mode }: Pick<Emergency, 'scenario' | 'mode'>): string {
  const name = t('eventName', { scenario: scenarioWords[scenario].label, mode: modeWords[mode].word })
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function people(count: number): string {
  return t('people', { count })
}

export function outcomeWords({ state, resolution }: Pick<Emergency, 'state' | 'resolution'>): string {
  return state === 'active' || resolution === null ? t('activeNow') : resolutionWords[resolution]
}
