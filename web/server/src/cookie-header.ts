// Reads the Cookie header of a request. Values are percent-decoded exactly once (spec 4.1.2); the first of two cookies of one
// name wins everywhere, so that every decision sees the same value.

export type RequestCookies = ReadonlyMap<string, string>

/** Marks a value whose percent-encoding is invalid: present, but equal to nothing and safe to send nowhere. */
export const undecodable = '\0'

export function parseCookies(header: string | undefined): RequestCookies {
  const found = new Map<string, string>()
  if (header === undefined) return found
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const name = pair.slice(0, equals).trim()
    if (!found.has(name)) found.set(name, decodeValue(pair.slice(equals + 1).trim()))
  }
  return found
}

function decodeValue(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return undecodable
  }
}
