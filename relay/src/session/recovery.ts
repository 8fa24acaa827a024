// What a subscriber gets from a channel's history before live publications follow, by the namespace's recovery mode.
import type { Engine, History } from '../engine/engine.ts'
import type { Publication, StreamPosition, SubscribeResult } from '../protocol/messages.ts'
import { matchesTags, type TagsFilter } from '../protocol/tags-filter.ts'
import type { Subscription } from './client-subscription.ts'

/** The client asks for what it missed since a position, or does not; where nothing is recoverable it learns that it did in vain. */
export type RecoveryRequest = { isRecovering: boolean; since: StreamPosition }

/** `top`: the position up to which the result is complete; live publications continue after it. */
export type Recovered = { result: SubscribeResult; top: StreamPosition }

export async function recoverChannel(
  channel: string,
  { rules, isRecoverable, filter }: Subscription,
  { isRecovering: isAsked, since }: RecoveryRequest,
  engine: Engine,
  maximumPublications: number,
): Promise<Recovered> {
  const flags = { positioned: true, recoverable: isRecoverable, wasRecovering: isAsked }
  const isRecovering = isAsked && isRecoverable
  if (rules.recoveryMode === 'cache' && (isRecovering || rules.autoCacheRecover)) {
    const history = await engine.history(channel, { limit: filter ? undefined : 1, reverse: true })
    const top = history.position
    const { recovered, publications } = newestPublication(history, since, filter)
    // Unasked, the newest value is a gift: its absence is no loss to report.
    return { top, result: { ...flags, position: top, publications, recovered: isRecovering && recovered } }
  }
  if (!isRecovering) {
    const { position } = await engine.history(channel, { limit: 0 })
    return { top: position, result: { ...flags, position } }
  }
  const history = await engine.history(channel, { since, limit: maximumPublications })
  const top = history.position
  if (!isComplete(history, since)) return { top, result: { ...flags, position: top } }
  // The client counts on from its own offset, one per publication.
  const position = { epoch: top.epoch, offset: since.offset }
  return { top, result: { ...flags, position, publications: history.publications, recovered: true } }
}

function newestPublication(
  { publications, position }: History,
  since: StreamPosition,
  filter: TagsFilter | null,
): { recovered: boolean; publications: readonly Publication[] } {
  if (position.offset > 0 && since.offset === position.offset && since.epoch === position.epoch) {
    return { recovered: true, publications: [] }
  }
  const newest = publications.find(({ tags }) => matchesTags(filter, tags))
  const isThere = publications[0]?.offset === position.offset && position.offset > 0
  return { recovered: isThere, publications: newest ? [newest] : [] }
}

/** All publications after `since` up to the top are there. A client that knows no epoch yet accepts any. */
function isComplete({ publications, position }: History, since: StreamPosition): boolean {
  if (since.epoch !== '' && since.epoch !== position.epoch) return false
  if (publications.length === 0) return position.offset === since.offset
  return publications[0]?.offset === since.offset + 1 && publications.at(-1)?.offset === position.offset
}
