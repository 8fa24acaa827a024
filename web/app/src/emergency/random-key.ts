// A key that makes sending the same thing twice harmless. Not randomUUID: that exists on secure origins only, and an
// emergency must also start from a page opened by plain HTTP.

export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
