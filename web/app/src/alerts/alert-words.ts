// How alerts are called and shown: word, icon, gravity, state, and where each leads. Used by the bell and the page.
import { AlertKind, alertKinds } from '@rollcall/contracts/domains/alerts'
import type { Alert, AlertOwner, AlertState } from '@rollcall/contracts/domains/alerts'
import type { Permission } from '@rollcall/contracts/permissions'
import type { RouteLocationNamedRaw } from 'vue-router'
import type { StateWords } from '../ui/StateWord.vue'
import { t } from './texts.ts'

export const kindWords: Readonly<Record<AlertKind, { word: string; icon: string; grave: boolean }>> = {
  emergency: {
    get word() {
      return t('emergency')
    },
    icon: 'i-lucide-siren',
    grave: true,
  },
  restricted_zone: {
    get word() {
      return t('restricted')
    },
    icon: 'i-lucide-shield-alert',
    grave: true,
  },
  capacity: {
    get word() {
      return t('tooMany')
    },
    icon: 'i-lucide-users',
    grave: true,
  },
  device_offline: {
    get word() {
      return t('badgeSilent')
    },
    icon: 'i-lucide-id-card-lanyard',
    grave: false,
  },
  live_chain: {
    get word() {
      return t('notLive')
    },
    icon: 'i-lucide-unplug',
    grave: true,
  },
  receiver_offline: {
    get word() {
      return t('receiverSilent')
    },
    icon: 'i-lucide-radio-tower',
    grave: false,
  },
  battery_critical: {
    get word() {
      return t('batteryEmpty')
    },
    icon: 'i-lucide-battery-warning',
    grave: false,
  },
  battery_low: {
    get word() {
      return t('batteryLow')
    },
    icon: 'i-lucide-battery-low',
    grave: false,
  },
}

export const stateWords: StateWords<AlertState> = {
  open: {
    get word() {
      return t('open')
    },
    tone: 'bad',
  },
  snoozed: {
    get word() {
      return t('snoozed')
    },
    tone: 'plain',
  },
  acknowledged: {
    get word() {
      return t('acknowledged')
    },
    tone: 'ageing',
  },
  cleared: {
    get word() {
      return t('over')
    },
    tone: 'plain',
  },
}

export const ownerWords: Readonly<Record<AlertOwner, string>> = {
  get me() {
    return t('mine')
  },
  get nobody() {
    return t('nobodys')
  },
}

/** Whoever holds one of these has a bell and a page of alerts. */
export const alertReaders: readonly Permission[] = [...new Set(Object.values(alertKinds).map(({ access }) => access))]

export function kindsFor(can: (permission: Permission) => boolean): AlertKind[] {
  return AlertKind.options.filter((kind) => can(alertKinds[kind].access))
}

/** Where to see what it is about; undefined when that is gone. */
export function alertPlace(alert: Alert): RouteLocationNamedRaw | undefined {
  const { kind, emergencyId, receiverId, floorId, name, entityType, entityId } = alert
  if (emergencyId !== null) return { name: 'emergency-board', params: { eventId: emergencyId } }
  if (receiverId !== null) return { name: 'receiver', params: { receiverId } }
  if ((kind === 'restricted_zone' || kind === 'capacity') && floorId !== null) {
    return { name: 'floor-plan', params: { floorId }, query: name === null ? {} : { find: name } }
  }
  if (entityId === null) return undefined
  return entityType === 'asset'
    ? { name: 'asset', params: { assetId: entityId } }
    : { name: 'person', params: { personId: entityId } }
}
