// Which part of a Redis Cluster has a key: CRC16 (XMODEM) of what stands between its first braces, or of all of it.

export const slotCount = 16_384

export function slotOf(key: string): number {
  const start = key.indexOf('{')
  const end = start === -1 ? -1 : key.indexOf('}', start + 1)
  return crc16(end > start + 1 ? key.slice(start + 1, end) : key) % slotCount
}

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 8
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1
  return sum
})

function crc16(text: string): number {
  let sum = 0
  for (const byte of Buffer.from(text)) sum = ((sum << 8) & 0xffff) ^ (table[(sum >> 8) ^ byte] ?? 0)
  return sum
}

/** Commands that the engine sends, and where the key stands that decides who gets them; those without one go to everybody. */
export function keyOf(command: string, args: readonly string[]): string | undefined {
  if (command === 'EVALSHA' || command === 'EVAL') return args[2]
  if (command === 'PUBSUB') return args[1]
  return args[0]
}
