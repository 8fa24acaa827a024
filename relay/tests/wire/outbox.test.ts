// API commands from a table of PostgreSQL: what is committed is published in order and deleted, what is rolled back never was. The
// relay and Centrifugo read the same table in the same way.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded, type EmbeddedDatabase } from '../../../backend/src/database/embedded/launcher.ts'
import { eventually } from '../relay-process.ts'
import { aWireClient, listen } from './clients.ts'
import { serversWith, type WireServer } from './servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'relay-outbox-'))
// As root the database runs as another user, who must be able to enter.
chmodSync(folder, 0o755)
const database: EmbeddedDatabase = await startEmbedded({
  dataDir: folder,
  port: 0,
  durable: false,
  say: () => undefined,
})
const client = new Client({ connectionString: database.url })
await client.connect()
afterAll(async () => {
  await client.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const outbox = (name: string, more: object) => ({
  name,
  enabled: true,
  type: 'postgresql',
  postgresql: { dsn: database.url, outbox_table_name: name, ...more },
})

const config = {
  http_server: { address: '127.0.0.1', port: 8000 },
  client: {
    token: { hmac_secret_key: 'token secret of the wire tests, not for any other use' },
    allowed_origins: ['https://app.example'],
  },
  http_api: { key: 'api key of the wire tests, not for any other use' },
  health: { enabled: true },
  consumers: [
    outbox('polled', { num_partitions: 2, partition_poll_interval: '50ms', partition_select_limit: 3 }),
    // Nothing comes by asking.
    outbox('told', { partition_poll_interval: '1h', partition_notification_channel: 'Told it', use_try_lock: true }),
    { name: 'off', enabled: false, type: 'kafka' },
  ],
  channel: {
    namespaces: [
      { name: 'event', allow_subscribe_for_client: true, history_size: 100, history_ttl: '60s', force_recovery: true },
    ],
  },
}

describe.each(serversWith(config))('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (isMissing) return
    for (const table of ['polled', 'told'])
      await client.query(
        `DROP TABLE IF EXISTS ${table};
         CREATE TABLE ${table} (id BIGSERIAL PRIMARY KEY, method text NOT NULL, payload JSONB NOT NULL,
           partition INTEGER NOT NULL DEFAULT 0, created_at timestamptz NOT NULL DEFAULT now())`,
      )
    server = await start()
  })
  afterAll(() => server?.stop())

  const leave = (table: string, method: string, payload: object, partition = 0) =>
    client.query(`INSERT INTO ${table} (method, payload, partition) VALUES ($1, $2, $3)`, [method, payload, partition])
  const left = async (table: string) => Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

  async function aListener(channel: string) {
    const one = aWireClient(server, { transport: 'websocket', format: 'json' })
    const heard = listen(one, channel)
    one.client.connect()
    await heard.subscription.ready()
    return heard
  }

  it.skipIf(isMissing)('publishes what is committed, once and in order, and skips what cannot be done', async () => {
    const heard = await aListener('event:polled')
    await client.query('BEGIN')
    await leave('polled', 'publish', { channel: 'event:polled', data: 'never' })
    await client.query('ROLLBACK')
    await client.query('BEGIN')
    for (const serial of [1, 2, 3, 4]) await leave('polled', 'publish', { channel: 'event:polled', data: serial })
    await leave('polled', 'publish', { channel: 'nope:1', data: 'unknown' })
    await leave('polled', 'nonsense', {})
    await leave('polled', 'broadcast', { channels: ['event:polled', 'event:other'], data: 5 })
    await client.query('COMMIT')
    await eventually(async () => heard.publications.length === 5 && (await left('polled')) === 0)
    await leave('polled', 'publish', { channel: 'event:polled', data: 'of another partition' }, 1)
    await eventually(() => heard.publications.length === 6)
    expect(heard.data().toSorted()).toEqual([1, 2, 3, 4, 5, 'of another partition'])
    expect(heard.publications.map(({ offset }) => offset).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.skipIf(isMissing)('comes at once when it is told', async () => {
    const heard = await aListener('event:told')
    // The server listens when it has done what was told before.
    await eventually(async () => {
      await client.query(`NOTIFY "Told it", '0'`)
      const { rows } = await client.query(`SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`)
      return Number(rows[0].count) > 0
    })
    await leave('told', 'publish', { channel: 'event:told', data: 'quickly' })
    await client.query(`NOTIFY "Told it", '0'`)
    await eventually(() => heard.publications.length === 1)
    await eventually(async () => (await left('told')) === 0)
    expect(heard.data()).toEqual(['quickly'])
  })
})
