// The key that seals what a device keeps for the time without a network (docs/decisions/0031-what-a-phone-keeps.md). Derived from
// TOKEN_SECRET and the account, so that nothing is stored here, and an account that signs in again can open what it sealed before.
import { hkdfSync } from 'node:crypto'

/** 256 bits in base64. */
export type DeviceKeys = (userId: string) => string

export function createDeviceKeys(secret: string): DeviceKeys {
  return (userId) => Buffer.from(hkdfSync('sha256', secret, '', `rollcall device key ${userId}`, 32)).toString('base64')
}
