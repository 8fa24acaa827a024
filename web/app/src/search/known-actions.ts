// What the search over everything can begin: each is a button of its page, found by its test id, and offered to those who may press it.
import { assets } from '@rollcall/contracts/domains/assets'
import { buildings } from '@rollcall/contracts/domains/buildings'
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { departments } from '@rollcall/contracts/domains/departments'
import { emergency } from '@rollcall/contracts/domains/emergency'
import { personnel } from '@rollcall/contracts/domains/personnel'
import { receivers } from '@rollcall/contracts/domains/receivers'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import { users } from '@rollcall/contracts/domains/users'
import { visits } from '@rollcall/contracts/domains/visits'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { t } from './texts.ts'

export type KnownAction = {
  readonly label: string
  readonly icon: string
  readonly page: string
  /** The test id of its button. */
  readonly button: string
  readonly row: Pick<Endpoint, 'access'>
}

const plus = 'i-lucide-plus'

export const knownActions: readonly KnownAction[] = [
  {
    get label() {
      return t('startADrill')
    },
    icon: 'i-lucide-megaphone',
    page: 'emergency',
    button: 'start-drill',
    row: emergency.trigger,
  },
  {
    get label() {
      return t('triggerAnEmergency')
    },
    icon: 'i-lucide-siren',
    page: 'emergency',
    button: 'trigger-emergency',
    row: emergency.trigger,
  },
  {
    get label() {
      return t('openWallBoard')
    },
    icon: 'i-lucide-monitor',
    page: 'dashboard',
    button: 'open-wall-board',
    row: dashboard.summary,
  },
  {
    get label() {
      return t('addPerson')
    },
    icon: plus,
    page: 'people',
    button: 'new-person',
    row: personnel.create,
  },
  {
    get label() {
      return t('expectAVisitor')
    },
    icon: plus,
    page: 'visits',
    button: 'expect-visitor',
    row: visits.create,
  },
  {
    get label() {
      return t('addAsset')
    },
    icon: plus,
    page: 'assets',
    button: 'new-asset',
    row: assets.create,
  },
  {
    get label() {
      return t('registerBadge')
    },
    icon: plus,
    page: 'badges',
    button: 'new-badge',
    row: transmitters.create,
  },
  {
    get label() {
      return t('registerReceiver')
    },
    icon: plus,
    page: 'receivers',
    button: 'new-receiver',
    row: receivers.create,
  },
  {
    get label() {
      return t('addBuilding')
    },
    icon: plus,
    page: 'buildings',
    button: 'new-building',
    row: buildings.create,
  },
  {
    get label() {
      return t('addDepartment')
    },
    icon: plus,
    page: 'departments',
    button: 'new-department',
    row: departments.create,
  },
  {
    get label() {
      return t('newAccount')
    },
    icon: plus,
    page: 'accounts',
    button: 'new-account',
    row: users.create,
  },
]
