// What happened, by kind: its word and its sign. For Activity.vue and its file.
import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import { t } from './texts.ts'

export type Kind = ActivityEntry['type']

export const activityWords: Readonly<Record<Kind, { label: string; icon: string }>> = {
  detected: {
    get label() {
      return t('detected')
    },
    icon: 'i-lucide-scan-search',
  },
  zone_entered: {
    get label() {
      return t('zoneEntered')
    },
    icon: 'i-lucide-log-in',
  },
  zone_left: {
    get label() {
      return t('zoneLeft')
    },
    icon: 'i-lucide-log-out',
  },
  dwell: {
    get label() {
      return t('stayed')
    },
    icon: 'i-lucide-hourglass',
  },
  restricted_zone: {
    get label() {
      return t('restricted')
    },
    icon: 'i-lucide-shield-alert',
  },
  capacity_exceeded: {
    get label() {
      return t('tooMany')
    },
    icon: 'i-lucide-users',
  },
  receiver_online: {
    get label() {
      return t('receiverBack')
    },
    icon: 'i-lucide-radio-tower',
  },
  receiver_offline: {
    get label() {
      return t('receiverSilent')
    },
    icon: 'i-lucide-signal-zero',
  },
  battery: {
    get label() {
      return t('battery')
    },
    icon: 'i-lucide-battery-low',
  },
  emergency: {
    get label() {
      return t('emergency')
    },
    icon: 'i-lucide-siren',
  },
  weather: {
    get label() {
      return t('weather')
    },
    icon: 'i-lucide-cloud-lightning',
  },
}
