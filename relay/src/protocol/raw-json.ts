// Cuts members out of JSON text without rewriting them, so that what a publisher sent reaches the subscriber with its
// numbers, key order and escapes unchanged. Only for text that JSON.parse has accepted; called by the HTTP API and the codec.

/** The members of an object as raw text by name; the last of two equal names counts. Null when the text is no object. */
export function rawMembers(json: string): Map<string, string> | null {
  const members = new Map<string, string>()
  let at = skipSpace(json, 0)
  if (json[at] !== '{') return null
  at = skipSpace(json, at + 1)
  while (json[at] !== '}') {
    const nameEnd = skipString(json, at)
    const name = JSON.parse(json.slice(at, nameEnd)) as string
    const valueStart = skipSpace(json, skipSpace(json, nameEnd) + 1)
    const valueEnd = skipValue(json, valueStart)
    members.set(name, json.slice(valueStart, valueEnd))
    at = skipSpace(json, valueEnd)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return members
}

/** Members with plain values, and then `data` as the last one: what a publisher sends. */
const beforeData = /^\s*\{(?:\s*"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)\s*,)*\s*"data"\s*:/

/** No more than this is searched for the members before `data`. */
const longestHead = 1024

const dataName = '"data":'

/** The members before `data` by the text that they were read from: a publisher sends to the same channels again and again. */
const knownHeads = new Map<string, ReadonlyMap<string, string>>()
const mostKnownHeads = 512

/**
 * The members of such an object, from text that nobody has checked yet; null when it is another, or not JSON at all. Instead of
 * walking over a large payload it asks the runtime whether what follows `"data":` is one value by itself.
 */
export function membersBeforeData(json: string): Map<string, string> | null {
  const end = json.lastIndexOf('}')
  if (end !== json.length - 1 && json.slice(end + 1).trim() !== '') return null
  const first = json.slice(0, json.indexOf(dataName) + dataName.length)
  return withData(first, knownHeads.get(first), json, end) ?? withNewHead(json, end)
}

function withNewHead(json: string, end: number): Map<string, string> | null {
  const [head] = beforeData.exec(json.slice(0, longestHead)) ?? []
  if (head === undefined || !isJson(`${head}0}`)) return null
  const members = rawMembers(`${head}0}`) ?? undefined
  if (knownHeads.size === mostKnownHeads) knownHeads.clear()
  if (members) knownHeads.set(head, members)
  return withData(head, members, json, end)
}

function withData(
  head: string,
  members: ReadonlyMap<string, string> | undefined,
  json: string,
  end: number,
): Map<string, string> | null {
  const data = members && json.slice(head.length, end)
  return data !== undefined && isJson(data) ? new Map(members).set('data', data.trim()) : null
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Of what JSON.parse gives. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The elements of an array as raw text. Null when the text is no array. */
export function rawElements(json: string): string[] | null {
  const elements: string[] = []
  let at = skipSpace(json, 0)
  if (json[at] !== '[') return null
  at = skipSpace(json, at + 1)
  while (json[at] !== ']') {
    const end = skipValue(json, at)
    elements.push(json.slice(at, end))
    at = skipSpace(json, end)
    if (json[at] === ',') at = skipSpace(json, at + 1)
  }
  return elements
}

/** Where the first JSON value of the text ends; for several values one after another. Null when none is complete. */
export function endOfFirstValue(json: string): number | null {
  const start = skipSpace(json, 0)
  const end = skipValue(json, start)
  return end > start ? end : null
}

/** Frames are split at line breaks. Inside valid JSON they only stand between tokens, where they mean nothing. */
export function onOneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\n\r]/g, '') : json
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (at < json.length && isSpace(json.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function skipString(json: string, from: number): number {
  let at = from + 1
  for (;;) {
    const quote = json.indexOf('"', at)
    if (quote === -1) return json.length
    let escapes = 0
    while (json.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++
    at = quote + 1
    if (escapes % 2 === 0) return at
  }
}

function skipValue(json: string, from: number): number {
  const first = json[from]
  if (first === '"') return skipString(json, from)
  if (first !== '{' && first !== '[') return skipScalar(json, from)
  let depth = 0
  let at = from
  while (at < json.length) {
    const code = json.charCodeAt(at)
    if (code === 0x22) {
      at = skipString(json, at)
      continue
    }
    at++
    if (code === 0x7b || code === 0x5b) depth++
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at
  }
  return json.length
}

/** A number, true, false or null: up to the next separator. */
function skipScalar(json: string, from: number): number {
  let at = from
  while (at < json.length && !isSpace(json.charCodeAt(at)) && !',]}{["'.includes(json.charAt(at))) at++
  return at
}
