// How the state of a person is drawn: never by colour alone (interface: colour means state).
import type { MusterStatus } from '@rollcall/contracts/domains/muster'
import type { Standing } from './arrangement.ts'
import { t } from './texts.ts'

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
  {
    status: 'accounted',
    get label() {
      return t('safe')
    },
    get says() {
      return t('safe')
    },
    color: 'success',
  },
  {
    status: 'needs_help',
    get label() {
      return t('helpShort')
    },
    get says() {
      return t('needsHelp')
    },
    color: 'secondary',
  },
  {
    status: 'off_site',
    get label() {
      return t('offSite')
    },
    get says() {
      return t('offSite')
    },
    color: 'neutral',
  },
  {
    status: 'excused',
    get label() {
      return t('excused')
    },
    get says() {
      return t('excused')
    },
    color: 'neutral',
  },
] as const satisfies readonly { status: MusterStatus; label: string; says: string; color: string }[]
/** What stands where the button was. */
export const stateWords: Readonly<Record<MusterStatus, string>> = {
  get unknown() {
    return t('missing')
  },
  get accounted() {
    return t('safe')
  },
  get needs_help() {
    return t('needsHelp')
  },
  get off_site() {
    return t('offSite')
  },
  get excused() {
    return t('excused')
  },
}
export const answerWords: Readonly<Record<MusterStatus, string>> = {
  get unknown() {
    return t('missingAgainIn')
  },
  get accounted() {
    return t('safeIn')
  },
  get needs_help() {
    return t('needsHelpIn')
  },
  get off_site() {
    return t('offSiteIn')
  },
  get excused() {
    return t('excusedIn')
  },
}
