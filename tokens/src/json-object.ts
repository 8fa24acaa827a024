// Reads a token's JSON part: an object or nothing. Never throws. Called only on bytes whose signature was checked.

/** Our claims are flat; the rest leaves room for claims of others without letting a parser or a consumer recurse far. */
const maximumDepth = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type JsonObject = Readonly<Record<string, unknown>>

export function parseJsonObject(bytes: Uint8Array): JsonObject | null {
  try {
    const text = utf8.decode(bytes)
    if (nestsTooDeep(text)) return null
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/** Own properties only: a claim is never answered by Object.prototype. A doubled claim counts as its last one (RFC 7519, 4). */
export function claim(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > maximumDepth) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
