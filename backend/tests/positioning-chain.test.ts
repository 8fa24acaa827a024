// The whole chain with real parts: the simulator's raddecs → ingest over HTTP → pipeline → PostgreSQL, and batches per floor at a
// relay stand-in. The simulator knows the truth, so the positions are scored against it.
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createWorld, type Truth } from '@rollcall/simulator/world'
import { PositionBatch } from '@rollcall/contracts/channels'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPasswords } from '../src/auth/passwords.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, type TestBackend, testSecrets } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'

const seed = 7
/** Long enough for the floors to learn their radio and for the filters to settle. */
const windows = 60
const scoredWindows = 20
/** Half a second of walking per window, which is also how often a badge gets a position: simulated time is real time. */
const windowSeconds = 0.5

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let server: TestBackend
let floorKeys: Map<string, string>
const scored: { entry: PositionEntry; truth: Truth }[] = []

beforeAll(async () => {
  relay = await aRelayStandIn()
  server = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  const needs = { db: server.db, files: createFileStore(databasePlace(server.db)), passwords: createPasswords(4) }
  await importSite(needs, createDemoSite({ seed }), [])
  const floors = await server.db.selectFrom('floors').select(['id', 'level']).execute()
  floorKeys = new Map(floors.map(({ id, level }) => [id, level === 0 ? 'ground' : 'first']))
  await runWorld()
}, 120_000)

afterAll(async () => {
  await server?.stop()
  await relay?.stop()
})

/** The pipeline sets the pace: a window follows when most badges of the one before were published. */
async function runWorld(): Promise<void> {
  const world = createWorld({ seed, faults: { duplicates: 0.01, late: 0.005 } })
  const next = async () =>
    expect((await post(world.tick({ seconds: windowSeconds, nowMs: Date.now() }))).status).toBe(202)
  await vi.waitFor(async () => {
    await next()
    expect(relay.publications.length).toBeGreaterThan(0)
  }, 10_000)
  for (let window = 0; window < windows; window++) {
    const before = relay.publications.length
    await next()
    await vi.waitFor(() => expect(badgesSince(before)).toBeGreaterThan(60), { timeout: 5000, interval: 20 })
    if (window >= windows - scoredWindows) score(relay.publications.slice(before), world.truth())
  }
}

const entriesOf = (publications: typeof relay.publications) =>
  publications.flatMap(({ data }) => PositionBatch.parse(data).data)
const badgesSince = (index: number) =>
  new Set(entriesOf(relay.publications.slice(index)).map(({ transmitterId }) => transmitterId)).size

const post = (raddecs: unknown) =>
  server.nobody('POST', '/ingest/raddec', raddecs, { headers: { authorization: `Bearer ${testSecrets.INGEST_KEY}` } })

function score(publications: typeof relay.publications, truths: Truth[]): void {
  const truthOf = new Map(truths.map((truth) => [truth.transmitterId, truth]))
  for (const entry of entriesOf(publications)) {
    const truth = truthOf.get(entry.transmitterId)!
    if (truth.present) scored.push({ entry, truth })
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

  // holds spec 1.6-2, 6.1-3, 6.1-7
  it('publishes each floor on its own channel with the relay key', () => {
    for (const { channel, data, key } of relay.publications) {
      expect(key).toBe(testSecrets.REALTIME_API_KEY)
      for (const entry of PositionBatch.parse(data).data) expect(channel).toBe(`floor:${entry.floorId}`)
    }
    expect(new Set(relay.publications.map(({ channel }) => channel)).size).toBe(2)
  })

  it('numbers entries upward on a floor and never turns the clock of a badge back', () => {
    // Two floors are two requests, and either may arrive first: pages go by the number.
    const byBadge = new Map<string, PositionEntry[]>()
    for (const entry of entriesOf(relay.publications)) {
      const key = `${entry.floorId} ${entry.transmitterId}`
      byBadge.set(key, [...(byBadge.get(key) ?? []), entry])
    }
    for (const entries of byBadge.values()) {
      const [seqs, times] = [entries.map(({ seq }) => seq), entries.map(({ timestamp }) => timestamp)]
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  })

  // holds rules 8-31
  it('stores what it publishes: the snapshot holds the last entry of every badge', async () => {
    await vi.waitFor(async () => {
      const published = entriesOf(relay.publications).sort((a, b) => a.seq - b.seq)
      const last = new Map(published.map((entry) => [entry.transmitterId, entry]))
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

  it('keeps a history, tells what happened, and remembers when receivers and badges were heard', async () => {
    const { history } = await server.db
      .selectFrom('positionHistory')
      .select((eb) => eb.fn.countAll<number>().as('history'))
      .executeTakeFirstOrThrow()
    expect(history).toBeGreaterThan(200)
    expect(scored.filter(({ entry }) => entry.zoneId !== null).length / scored.length).toBeGreaterThan(0.3)
    const happened = await server.db.selectFrom('activity').select(['type']).execute()
    // Of a zone there is a line only after half a minute in it (steps/notice.test.ts).
    expect(happened.map(({ type }) => type)).toContain('detected')
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
