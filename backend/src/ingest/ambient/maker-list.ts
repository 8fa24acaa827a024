// Who was assigned which public addresses: the IEEE list of the package oui-data, cut down to names. Loaded at start, asked by
// ambient-devices.ts.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The maker of a public address, by its first six hex digits. */
export type MakerList = (address: string) => string | null

export async function loadMakerList(): Promise<MakerList> {
  const file = createRequire(import.meta.url).resolve('oui-data')
  const entries = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  // Postal addresses follow on further lines. Most names occur many times and are kept once.
  const names = new Map<string, string>()
  const makers = new Map<string, string>()
  for (const [prefix, text] of Object.entries(entries)) {
    const end = text.indexOf('\n')
    const name = (end < 0 ? text : text.slice(0, end)).trim()
    if (!names.has(name)) names.set(name, name)
    makers.set(prefix.toLowerCase(), names.get(name)!)
  }
  return (address) => makers.get(address.slice(0, 6)) ?? null
}
