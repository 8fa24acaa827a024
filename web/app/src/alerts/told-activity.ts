// What happened, as a person would tell it: the rooms that somebody walked through are one sentence, not one line each. Used by Activity.vue.
import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { SentenceCode } from '@rollcall/contracts/sentences'
import { t } from './texts.ts'

/** `since`: when the first of several moves began; null: it is one entry. `over`: the rooms between. */
export type ToldEntry = ActivityEntry & { readonly since: string | null; readonly over: readonly string[] }

/** Whoever stays somewhere longer than this has arrived. */
const pauseMs = 5 * 60_000

/** Newest first, as they are listed; each walk stands where its last move stood. */
export function toldActivity(entries: readonly ActivityEntry[]): ToldEntry[] {
  const told: ToldEntry[] = []
  /** Where the walk of each badge that is being put together stands, and its oldest move yet. */
  const walks = new Map<string, { readonly at: number; readonly oldest: ActivityEntry; readonly from: string }>()
  for (const entry of entries) {
    const id = entry.transmitterId ?? ''
    const from = cameFrom(entry)
    const walk = walks.get(id)
    const last = walk && told[walk.at]
    const goesOn = walk && entry.zoneName === walk.from && isSoonAfter(entry, walk.oldest)
    if (last && from !== null && goesOn) {
      told[walk.at] = joined(last, entry, from)
      walks.set(id, { at: walk.at, oldest: entry, from })
      continue
    }
    told.push({ ...entry, since: null, over: [] })
    if (from === null) walks.delete(id)
    else walks.set(id, { at: told.length - 1, oldest: entry, from })
  }
  return told
}

/** The room that a move came from; null: it is no move from one room to another. */
function cameFrom({ said }: ActivityEntry): string | null {
  return said?.code === ('went' satisfies SentenceCode) ? String(said.values?.['from'] ?? '') : null
}

function isSoonAfter(earlier: ActivityEntry, later: ActivityEntry): boolean {
  return Date.parse(later.at) - Date.parse(earlier.at) <= pauseMs
}

function joined(last: ToldEntry, earlier: ActivityEntry, from: string): ToldEntry {
  const { name, zoneName } = last
  const over = [...new Set([earlier.zoneName ?? '', ...last.over])].filter((room) => room !== zoneName && room !== from)
  const text =
    from === zoneName
      ? t('cameBack', { name: name ?? '', zone: zoneName ?? '' })
      : t('walked', { name: name ?? '', from, zone: zoneName ?? '' })
  return { ...last, text, said: null, since: earlier.at, over }
}
