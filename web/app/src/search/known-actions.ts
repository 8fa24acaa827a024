// What the search over everything can begin: each is a button of its page, found by its test id, and offered to those who may press it.
import { assets } from '@rollcall/contracts/domains/assets'
import { buildings } from '@rollcall/contracts/domains/buildings'
import { departments } from '@rollcall/contracts/domains/departments'
import { emergency } from '@rollcall/contracts/domains/emergency'
import { personnel } from '@rollcall/contracts/domains/personnel'
import { receivers } from '@rollcall/contracts/domains/receivers'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import { users } from '@rollcall/contracts/domains/users'
import { visits } from '@rollcall/contracts/domains/visits'
import type { Endpoint } from '@rollcall/contracts/endpoint'

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
    label: 'Start a drill',
    icon: 'i-lucide-megaphone',
    page: 'emergency',
    button: 'start-drill',
    row: emergency.trigger,
  },
  {
    label: 'Trigger an emergency',
    icon: 'i-lucide-siren',
    page: 'emergency',
    button: 'trigger-emergency',
    row: emergency.trigger,
  },
  { label: 'Add person', icon: plus, page: 'people', button: 'new-person', row: personnel.create },
  { label: 'Expect a visitor', icon: plus, page: 'visits', button: 'expect-visitor', row: visits.create },
  { label: 'Add asset', icon: plus, page: 'assets', button: 'new-asset', row: assets.create },
  { label: 'Register badge', icon: plus, page: 'badges', button: 'new-badge', row: transmitters.create },
  { label: 'Register receiver', icon: plus, page: 'receivers', button: 'new-receiver', row: receivers.create },
  { label: 'Add building', icon: plus, page: 'buildings', button: 'new-building', row: buildings.create },
  { label: 'Add department', icon: plus, page: 'departments', button: 'new-department', row: departments.create },
  { label: 'New account', icon: plus, page: 'accounts', button: 'new-account', row: users.create },
]
