// Sends what was edited, one thing after the other. What was saved stays saved when a later thing is refused; the refusals
// come back by name, so that they can be put right and saved again.
import { receivers } from '@rollcall/contracts/domains/receivers'
import { walls } from '@rollcall/contracts/domains/walls'
import { zones } from '@rollcall/contracts/domains/zones'
import { noteWords } from '../../api/notes/note-words.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import type { Call } from '../../api/client.ts'
import type { Draft, DraftChanges, DraftZone } from './edit-draft.ts'
import { t } from './texts.ts'

type Stored = { readonly id: string; readonly updatedAt: string }
export type Refused = { readonly name: string; readonly sentence: string }

const fieldWords: Record<string, string> = {
  get name() {
    return t('name')
  },
  get zoneTypeId() {
    return t('kind')
  },
  get capacity() {
    return t('capacity')
  },
  get polygon() {
    return t('shape')
  },
  get zM() {
    return t('height')
  },
}

/** `onSaved` is told of each thing as soon as it is stored: with a draft in which it counts as such. */
export async function saveDraft(
  call: Call,
  floorId: string,
  changes: DraftChanges,
  onSaved: (change: (stored: Draft) => Draft, newId?: { from: string; to: string }) => void,
): Promise<Refused[]> {
  const refused: Refused[] = []
  async function attempt(name: string, action: () => Promise<void>): Promise<void> {
    try {
      await action()
    } catch (error) {
      refused.push({ name, sentence: refusal(error) })
    }
  }
  const since = (id: string) => (changes.since[id] === undefined ? {} : { unchangedSince: changes.since[id] })
  const at = (stored: Draft, { id, updatedAt }: Stored) => ({ ...stored.changedAt, [id]: updatedAt })
  const others = (stored: Draft, id: string) => stored.zones.filter((zone) => zone.id !== id)

  for (const zone of changes.created)
    await attempt(zone.name || t('newZone'), async () => {
      const made = await call(zones.create, { body: { ...bodyOf(zone), floorId } })
      const one = { ...zone, id: made.id, isNew: false }
      onSaved((stored) => ({ ...stored, zones: [...stored.zones, one], changedAt: at(stored, made) }), {
        from: zone.id,
        to: made.id,
      })
    })
  for (const zone of changes.changed)
    await attempt(zone.name || t('zoneWithoutAName'), async () => {
      const { id } = zone
      const made = await call(zones.change, { params: { id }, body: bodyOf(zone), ...since(id) })
      onSaved((stored) => ({ ...stored, zones: [...others(stored, id), zone], changedAt: at(stored, made) }))
    })
  for (const { id, name } of changes.removed)
    await attempt(name, async () => {
      await call(zones.remove, { params: { id }, ...since(id) })
      onSaved((stored) => ({ ...stored, zones: others(stored, id) }))
    })
  for (const receiver of changes.moved)
    await attempt(receiver.name, async () => {
      const { id, name, x, y, zM } = receiver
      const made = await call(receivers.change, { params: { id }, body: { name, x, y, zM, floorId }, ...since(id) })
      const put = (stored: Draft) => stored.receivers.map((one) => (one.id === id ? receiver : one))
      onSaved((stored) => ({ ...stored, receivers: put(stored), changedAt: at(stored, made) }))
    })
  const { walls: changedWalls } = changes
  if (changedWalls)
    await attempt(t('wallsAndDoors'), async () => {
      const body = { walls: changedWalls.drawn.map(({ points, doors }) => ({ points, doors })) }
      const unchangedSince = changedWalls.since
      const { updatedAt } = await call(walls.change, { params: { floorId }, body, unchangedSince })
      onSaved((stored) => ({ ...stored, walls: changedWalls.drawn, wallsAt: updatedAt }))
    })
  return refused
}

function bodyOf({ name, zoneTypeId, polygon, isEmergency, isMusterPoint, isRestricted, capacity }: DraftZone) {
  return { name, zoneTypeId, polygon: [...polygon], isEmergency, isMusterPoint, isRestricted, capacity }
}

function refusal(error: unknown): string {
  const issue = error instanceof ProblemError ? error.issues[0] : undefined
  if (!issue) return sentenceFor(error)
  const field = fieldWords[issue.path.split('.')[0] ?? ''] ?? issue.path
  return `${field}: ${noteWords(issue)}`
}
