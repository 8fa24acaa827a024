// The same recording through one engine, and through three of which the first is killed and the second stops: markers go on where they were,
// as sure as they were, and the activity log says the same.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { describe, expect, it } from 'vitest'
import { activityOf, makeSite } from '../../system-tests/cluster/cluster-queries.ts'
import { badgeId, heardOf } from '../../system-tests/cluster/recording.ts'
import { aDatabase } from './a-database.ts'
import { type Arrival, type HandOver, locateInTurn } from './engines-in-turn.ts'

const badges = 6
const seconds = 36
const began = Date.parse('2026-11-16T10:00:00Z')
const handOvers: readonly HandOver[] = [
  { at: began + 16_400, gapMs: 1500, isKilled: true },
  { at: began + 26_000, gapMs: 300, isKilled: false },
]

async function run(changes: readonly HandOver[] = []) {
  const database = await aDatabase()
  const { db } = database.connection
  await makeSite(db, badges)
  const published = await locateInTurn(db, recorded(), changes)
  const activity = await activityOf(db)
  await database.drop()
  return { published, activity }
}

/** Of each badge twice a second. */
function recorded(): Arrival[] {
  return Array.from({ length: seconds * 2 }, (_, i) => {
    const at = began + i * 500
    const heardBy = (badge: number) => heardOf(badge, i / 2)
    const readings = Array.from({ length: badges }, (__, badge) =>
      heardBy(badge).map((one) => ({ transmitterId: badgeId(badge), ...one, at, arrivedAt: at })),
    )
    return { at, readings: readings.flat() }
  })
}

const nameOf = ({ transmitterId, timestamp }: PositionEntry) => `${transmitterId} ${(timestamp - began) / 1000}`

describe('engines that take over from one another', { timeout: 600_000 }, () => {
  it('show what one alone would have shown', async () => {
    const one = await run()
    const several = await run(handOvers)
    expect(several.activity).toEqual(one.activity)
    const alone = new Map(one.published.map((entry) => [nameOf(entry), entry]))
    // Who takes over shows where people are, not how they came there.
    expect(several.published.length).toBeGreaterThan(one.published.length - 6 * badges)
    const far: string[] = []
    for (const entry of several.published) {
      const same = alone.get(nameOf(entry))
      if (!same) far.push(`${nameOf(entry)}: nothing to compare with`)
      else {
        const metres = Math.hypot(entry.position.xM - same.position.xM, entry.position.yM - same.position.yM)
        if (metres > 1.5) far.push(`${nameOf(entry)}: ${metres.toFixed(1)} m`)
        if (entry.accuracyM > 2 * same.accuracyM) far.push(`${nameOf(entry)}: radius ${entry.accuracyM} m`)
      }
    }
    expect(far).toEqual([])
  })
})
