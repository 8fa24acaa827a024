// An authenticator app: the key that the page shows becomes the codes of RFC 6238. Each is another one.
import { createHmac } from 'node:crypto'

export function anAuthenticatorApp(key: string) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const letters = [...key.replaceAll(' ', '')]
  const bits = letters.map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  // The code before the present one still counts, and so does the one after: three tries without a wait.
  let step = Math.floor(Date.now() / 30_000) - 1
  return (): string => {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step++))
    const mac = createHmac('sha1', secret).update(counter).digest()
    const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }
}
