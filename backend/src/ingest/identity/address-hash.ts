// The hash by which a phone's changing address is recognised: `ah` of the Core specification, volume 3 part H 2.2.2. Used by
// phone-resolver.ts.
import { createCipheriv } from 'node:crypto'

/** Whether the address (twelve hex digits) was made with the key. */
export type AddressTest = (address: string) => boolean

/** `key`: the identity-resolving key, most significant octet first. One cipher is kept: ECB without padding has no state. */
export function createAddressTest(key: Buffer): AddressTest {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  const block = Buffer.alloc(16)
  return (address) => {
    block.writeUIntBE(Number.parseInt(address.slice(0, 6), 16), 13, 3)
    return cipher.update(block).readUIntBE(13, 3) === Number.parseInt(address.slice(6), 16)
  }
}
