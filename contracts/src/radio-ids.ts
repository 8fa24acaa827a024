// Badges named in a text that was read from a label: by their radio id, with or without colons, inside a longer text. Used where codes
// are scanned, in the browser and by the backend.

/** A MAC address or a UUID that is no part of something longer: the C of MAC: before it is none of it. */
const radioIds =
  /(?<![0-9a-z])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32}|(?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{12})(?![0-9a-f])/gi

/** As they are stored, each once. */
export function radioIdsIn(text: string): string[] {
  return [...new Set([...text.matchAll(radioIds)].map(([id]) => plainRadioId(id)))]
}

export function plainRadioId(id: string): string {
  return id.replaceAll(/[:-]/g, '').toLowerCase()
}
