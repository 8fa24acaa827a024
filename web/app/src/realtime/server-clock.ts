// Now, by the server's clock. A wall display with a wrong clock would otherwise call every reading stale.

let offsetMs = 0

/** `at`: a moment of this device's clock; now unless given. */
export function serverNow(at = Date.now()): number {
  return at + offsetMs
}

/** `serverTime`: epoch milliseconds at which a reply was made. Half a second of travel is not worth correcting. */
export function learnServerTime(serverTime: number, receivedAt = Date.now()): void {
  const offset = serverTime - receivedAt
  offsetMs = Math.abs(offset) < 2_000 ? 0 : offset
}
