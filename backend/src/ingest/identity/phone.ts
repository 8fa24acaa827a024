// One enrolled phone: how its addresses are tested and what confirms a match (positioning 5).
// Owned by phone-resolver.ts.
import { createAddressTest } from './address-hash.ts'

export interface PhoneKey {
  /** Of the enrolment; another key has another id. */
  id: string
  transmitterId: string
  /** 16 octets. */
  key: Buffer
  /** The order of its octets is known to be right. */
  isProven: boolean
}

export interface OrderedTest {
  fits(address: string): boolean
  /** The key in the order of this test, when that is not the one that was enrolled. */
  turnedKey: Buffer | null
}

export interface Phone {
  readonly id: string
  readonly transmitterId: string
  /** Some systems show the key with its octets turned round: until one order is proven, both are tried. */
  readonly tests: readonly OrderedTest[]
  /** Whether another address of it was heard in the last half hour, which also covers a phone that just changed its own. */
  confirms(address: string, test: OrderedTest, at: number): boolean
  /** This order of the key is the right one; answers the key when it is not the one that was enrolled, once. */
  prove(test: OrderedTest): Buffer | null
}

/** How long an address speaks for another, and how many are remembered per phone. */
const speaksForMs = 30 * 60_000
const mostAddresses = 8

export function createPhone({ id, transmitterId, key, isProven }: PhoneKey): Phone {
  const turned = Buffer.from(key).reverse()
  const isOneWay = isProven || turned.equals(key)
  let tests: readonly OrderedTest[] = [
    { fits: createAddressTest(key), turnedKey: null },
    ...(isOneWay ? [] : [{ fits: createAddressTest(turned), turnedKey: turned }]),
  ]
  const addresses = new Map<string, { test: OrderedTest; at: number }>()
  return {
    id,
    transmitterId,
    get tests() {
      return tests
    },
    confirms(address, test, at) {
      addresses.delete(address)
      if (addresses.size >= mostAddresses) addresses.delete(addresses.keys().next().value!)
      addresses.set(address, { test, at })
      for (const [other, one] of addresses) {
        if (at - one.at > speaksForMs) addresses.delete(other)
        else if (other !== address && one.test === test) return true
      }
      return false
    },
    prove(test) {
      if (tests.length === 1) return null
      tests = [test]
      return test.turnedKey
    },
  }
}
