// The id of a radio as people read it from its label: pairs for a MAC address, groups for a UUID.
export function radioText(hex: string): string {
  // Phones have an id of ours, because their radio's own changes all the time.
  if (hex.includes('-')) return hex
  if (hex.length === 32) return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return hex.match(/../g)?.join(':') ?? hex
}
