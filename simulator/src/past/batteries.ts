// How the batteries of the demo's badges emptied over two weeks, and one that was changed. Used by past.ts.
import type { Site, SitePast } from '@rollcall/contracts/site'
import type { Random } from '../random.ts'

const days = 14
const everyMs = 6 * 3_600_000
const dayMs = 86_400_000
/** What a badge loses in a day, percent. */
const lossPct = [0.2, 0.7] as const
/** What the changed one had left on its last day. */
const lastPct = 8

export function pastBatteries(
  { people, assets }: Pick<Site, 'people' | 'assets'>,
  random: Random,
  now: number,
  changed: { readonly transmitterId: string; readonly at: number },
): SitePast['batteries'] {
  return [...people, ...assets].flatMap(({ transmitterId, batteryPct }) => {
    const loss = random.between(...lossPct)
    return Array.from({ length: (days * dayMs) / everyMs }, (_, index) => {
      const at = Math.floor(now - days * dayMs + index * everyMs)
      const isOld = transmitterId === changed.transmitterId && at < changed.at
      const [end, endAt] = isOld ? [lastPct, changed.at] : [batteryPct, now]
      return { transmitterId, at, batteryPct: Math.min(100, Math.round(end + (loss * (endAt - at)) / dayMs)) }
    })
  })
}
