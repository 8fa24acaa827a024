// The whole chain with real parts: the simulator's raddecs → ingest over HTTP → pipeline → PostgreSQL, and batches per floor at a
// relay stand-in. The simulator knows the truth, so the positions are scored against it.
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createWorld, type Truth } from '@rollcall/simulator/world'
import { PositionBatch } from '@rollcall/contracts/channels'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { createFileStore } from '../src/files/file-store.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'

const seed = 7
/** Long enough for the floors to learn their radio and for the filters to settle. */
const seconds = 45
const scoredSeconds = 15

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let server: TestBackend
let floorKeys: Map<string, string>
const scored: { entry: PositionEntry; truth: Truth }[] = []

beforeAll(async () => {
  relay = await aRelayStandIn()
  server = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  const needs = { db: server.db, files: createFileStore(server.dataDir), passwords: createPasswords(4) }
  await importSite(needs, createDemoSite({ seed }), [])
  const floors = await server.db.selectFrom('floors').select(['id', 'level']).execute()
  floorKeys = new Map(floors.map(({ id, level }) => [id, level === 0 ? 'ground' : 'first']))
  await runWorld()
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await relay?.stop()
})

/** One window of the simulator per published batch, which is at most two a second: the pipeline itself sets the pace. */
async function runWorld(): Promise<void> {
  const world = createWorld({ seed, faults: { duplicates: 0.01, late: 0.005 } })
  await vi.waitFor(async () => {
    expect((await post(world.tick({ seconds: 1, nowMs: Date.now() }))).status).toBe(202)
    expect(relay.publications.length).toBeGreaterThan(0)
  }, 10_000)
  for (let second = 0; second < seconds; second++) {
    const before = relay.publications.length
    await post(world.tick({ seconds: 1, nowMs: Date.now() }))
    await vi.waitFor(() => expect(relay.publications.length).toBeGreaterThanOrEqual(before + 2), 3000)
    if (second >= seconds - scoredSeconds) score(relay.publications.slice(before), world.truth())
  }
}

const post = (raddecs: unknown) =>
  server.nobody('POST', '/ingest/raddec', raddecs, { headers: { authorization: `Bearer ${testSecrets.INGEST_KEY}` } })

function score(publications: typeof relay.publications, truths: Truth[]): void {
  const truthOf = new Map(truths.map((truth) => [truth.transmitterId, truth]))
  for (const { data } of publications) {
    for (const entry of PositionBatch.parse(data).data) {
      const truth = truthOf.get(entry.transmitterId)!
      if (truth.present) scored.push({ entry, truth })
    }
  }
}

const isRightFloor = ({ entry, truth }: (typeof scored)[number]) => floorKeys.get(entry.floorId) === truth.floor
const errorOf = ({ entry, truth }: (typeof scored)[number]) =>
  Math.hypot(entry.position.xM - truth.xM, entry.position.yM - truth.yM)

describe('the chain from badge to marker', () => {
  it('places badges on the right floor in more than nine of ten cases', () => {
    expect(scored.length).toBeGreaterThan(500)
    expect(scored.filter(isRightFloor).length / scored.length).toBeGreaterThan(0.9)
  })

  it('places badges within four metres of the truth in the median', () => {
    const errors = scored
      .filter(isRightFloor)
      .map(errorOf)
      .sort((a, b) => a - b)
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(4)
  })

  it('publishes each floor on its own channel with the relay key', () => {
    for (const { channel, data, key } of relay.publications) {
      expect(key).toBe(testSecrets.REALTIME_API_KEY)
      for (const entry of PositionBatch.parse(data).data) expect(channel).toBe(`floor:${entry.floorId}`)
    }
    expect(new Set(relay.publications.map(({ channel }) => channel)).size).toBe(2)
  })

  it('numbers entries upward and never turns the clock of a badge back', () => {
    const byBadge = new Map<string, PositionEntry[]>()
    for (const { data } of relay.publications) {
      for (const entry of PositionBatch.parse(data).data) {
        byBadge.set(entry.transmitterId, [...(byBadge.get(entry.transmitterId) ?? []), entry])
      }
    }
    for (const entries of byBadge.values()) {
      const [seqs, times] = [entries.map(({ seq }) => seq), entries.map(({ timestamp }) => timestamp)]
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  })

  it('stores what it publishes: the snapshot holds the last entry of every badge', async () => {
    const last = new Map<string, PositionEntry>()
    for (const { data } of relay.publications)
      for (const entry of PositionBatch.parse(data).data) last.set(entry.transmitterId, entry)
    await vi.waitFor(async () => {
      const rows = await server.db
        .selectFrom('positionsCurrent')
        .select(['transmitterId', 'seq', 'xM', 'zoneId'])
        .execute()
      expect(rows.length).toBe(last.size)
      for (const row of rows) {
        const entry = last.get(row.transmitterId)!
        expect(row).toEqual({
          transmitterId: entry.transmitterId,
          seq: entry.seq,
          xM: entry.position.xM,
          zoneId: entry.zoneId,
        })
      }
    }, 5000)
  })

  it('keeps a history, knows its zones and remembers when receivers and badges were heard', async () => {
    const { history } = await server.db
      .selectFrom('positionHistory')
      .select((eb) => eb.fn.countAll<number>().as('history'))
      .executeTakeFirstOrThrow()
    expect(history).toBeGreaterThan(200)
    expect(scored.filter(({ entry }) => entry.zoneId !== null).length / scored.length).toBeGreaterThan(0.3)
    await vi.waitFor(async () => {
      const receivers = await server.db.selectFrom('receivers').select('lastSeenAt').execute()
      expect(receivers.filter(({ lastSeenAt }) => lastSeenAt !== null).length).toBe(receivers.length)
      const badges = await server.db
        .selectFrom('transmitters')
        .select('lastSeenAt')
        .where('lastSeenAt', 'is not', null)
        .execute()
      expect(badges.length).toBeGreaterThan(60)
    }, 10_000)
  })
})
