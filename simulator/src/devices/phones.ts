// Phones of employees whose keys are known, so that they can be enrolled as phone beacons (positioning 5). Until
// somebody enrols them they are ambient devices like all others. Created by world.ts, printed by main.ts.
import { createRandom, type Random } from '../random.ts'
import type { Person } from '../roster/roster.ts'
import type { Walker } from '../walkers/walker.ts'
import { octets, resolvableAddress } from './address.ts'
import { createIdentity, type Device } from './device.ts'
import { iPhone } from './kinds.ts'

export interface PhoneKey {
  /** The badge of the person who carries it: the phone is where the badge is. */
  badge: string
  /** Identity-resolving key in hex, most significant octet first. */
  irk: string
}

/** The first so many people have one; a key depends on the seed and the badge alone. */
export function demoPhones(people: readonly Person[], count: number, seed: number): PhoneKey[] {
  const random = createRandom(seed).fork('phone keys')
  return people.slice(0, count).map(({ transmitterId }) => {
    return { badge: transmitterId, irk: octets(random.fork(transmitterId), 16) }
  })
}

export function createPhone({ badge, irk }: PhoneKey, owner: Walker, random: Random): Device {
  const own = random.fork(`phone ${badge}`)
  const key = Buffer.from(irk, 'hex')
  const identity = createIdentity(iPhone, own, () => resolvableAddress(key, own))
  return {
    get sender() {
      return identity.sender
    },
    location: owner.location,
    get heading() {
      return owner.heading
    },
    get isOn() {
      return owner.present
    },
    every: iPhone.every,
    age: identity.age,
  }
}
