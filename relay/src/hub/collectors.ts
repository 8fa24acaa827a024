// Publications for clients that are reading a channel's history and are not live yet, so that nothing falls between the two. Owned
// by the hub.
import type { Publication } from '../protocol/messages.ts'
import { addTo, removeFrom, type ChannelSets } from './channel-sets.ts'

/** What was published since the collecting began; incomplete when something was lost. */
type Collected = { publications: Publication[]; isComplete: boolean }

export function createCollectors() {
  const collectors: ChannelSets<Collected> = new Map()
  return {
    collect(channel: string): Readonly<Collected> & { stop: () => void } {
      const collected: Collected = { publications: [], isComplete: true }
      addTo(collectors, channel, collected)
      return Object.assign(collected, { stop: () => void removeFrom(collectors, channel, collected) })
    },
    publication(channel: string, publication: Publication): void {
      for (const { publications } of collectors.get(channel) ?? []) publications.push(publication)
    },
    lost(channel: string): void {
      for (const collected of collectors.get(channel) ?? []) collected.isComplete = false
    },
  }
}
