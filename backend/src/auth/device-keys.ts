// The key that seals what a device keeps for the time without a network (docs/decisions/0031-what-a-phone-keeps.md). Derived from
// SEAL_SECRET and the account, so that nothing is stored here, and an account that signs in again can open what it sealed before.
import { hkdfSync } from 'node:crypto'

/** 256 bits in base64, and those of the secrets before, which open what a device sealed then. */
export type DeviceKeys = (userId: string) => { key: string; previous: string[] }

export function createDeviceKeys([secret, ...before]: readonly [string, ...string[]]): DeviceKeys {
  return (userId) => {
    const keyOf = (one: string) =>
      Buffer.from(hkdfSync('sha256', one, '', `rollcall device key ${userId}`, 32)).toString('base64')
    return { key: keyOf(secret), previous: before.map(keyOf) }
  }
}
