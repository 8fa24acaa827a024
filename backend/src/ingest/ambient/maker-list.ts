// Who was assigned which public addresses: the IEEE list of the package oui-data, cut down to names. Asked by ambient-devices.ts; the
// list is read when it is first needed, for many sites hear private addresses only.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyBaseLogger } from 'fastify'

const require = createRequire(import.meta.url)

/** The maker of a public address, by its first six hex digits; null also for the moment it takes to read the list. */
export type MakerList = (address: string) => string | null

export function createMakerList(log: FastifyBaseLogger): MakerList {
  let makers: ReadonlyMap<string, string> | null = null
  let isReading = false
  const read = async () => {
    isReading = true
    makers = await readMakers().catch((error: unknown) => {
      log.error({ code: 'maker_list_unreadable', err: error }, 'Makers of ambient devices are not named: reinstall.')
      return new Map<string, string>()
    })
  }
  return (address) => {
    if (!isReading) void read()
    return makers?.get(address.slice(0, 6)) ?? null
  }
}

async function readMakers(): Promise<Map<string, string>> {
  const entries = JSON.parse(await readFile(require.resolve('oui-data'), 'utf8')) as Record<string, string>
  // Postal addresses follow on further lines. Most names occur many times and are kept once.
  const names = new Map<string, string>()
  const makers = new Map<string, string>()
  for (const [prefix, text] of Object.entries(entries)) {
    const end = text.indexOf('\n')
    const name = (end < 0 ? text : text.slice(0, end)).trim()
    if (!names.has(name)) names.set(name, name)
    makers.set(prefix.toLowerCase(), names.get(name)!)
  }
  return makers
}
