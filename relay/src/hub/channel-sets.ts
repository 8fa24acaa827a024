// Sets by channel, none of them empty: whoever asks for a channel without members gets nothing. Used by the hub and its parts.

export type ChannelSets<Item> = Map<string, Set<Item>>

/** True when it was not there yet. */
export function addTo<Item>(sets: ChannelSets<Item>, channel: string, item: Item): boolean {
  const set = sets.get(channel)
  if (!set) sets.set(channel, new Set<Item>().add(item))
  else if (set.has(item)) return false
  else set.add(item)
  return true
}

/** True when it was there. */
export function removeFrom<Item>(sets: ChannelSets<Item>, channel: string, item: Item): boolean {
  const set = sets.get(channel)
  if (!set?.delete(item)) return false
  if (set.size === 0) sets.delete(channel)
  return true
}
