// Runs the API commands that a program left in a table of PostgreSQL in the same transaction as what they tell of (an outbox, as
// Centrifugo's): per partition in order, by one node at a time. A command is deleted when it is done, so one that was done just
// before a crash is done again; an idempotency key in it makes that once. Started by the relay when its configuration has one.
import { Client, Pool, type PoolClient } from 'pg'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../operators/metrics.ts'
import { errors } from '../../protocol/errors.ts'
import type { ApiOutcome } from '../../publish-api/api-methods.ts'
import { createAlarm, type Alarm } from './alarm.ts'
import type { OutboxSettings } from './outbox-settings.ts'

export type Outbox = { stop: () => Promise<void> }

/** Answers null when there is no such command. */
type Run = (method: string, params: string) => Promise<ApiOutcome | null>

/** Milliseconds: after failures, and for those who are in the middle of something when the relay stops. */
const [shortestPause, longestPause, relistenAfter, stopWithin] = [10, 5000, 1000, 1000]

type Row = { id: string; method: string; payload: string }

/** Why the rest of a partition has to wait. */
class Unfinished extends Error {}

export function startOutbox(settings: OutboxSettings, run: Run, metrics: Metrics, log: Log): Outbox {
  const { name, table, partitions, mostRows } = settings
  const pool = new Pool({ connectionString: settings.address, ssl: sslOf(settings), max: partitions })
  pool.on('error', (error) => log.warn({ error: String(error), consumer: name }, 'a connection of an outbox broke'))
  const alarms = Array.from({ length: partitions }, () => createAlarm())
  const control = new AbortController()
  const { signal } = control

  async function takeOnce(partition: number): Promise<number> {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const done = (await hasLock(client, settings, partition))
        ? await runRows(client, partition)
        : { ids: [], failure: null }
      if (done.ids.length > 0) await client.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [done.ids])
      await client.query('COMMIT')
      client.release()
      metrics.consumed(name, done.ids.length)
      if (done.failure) throw new Unfinished(done.failure)
      return done.ids.length
    } catch (error) {
      // What is half-way ends with its connection.
      if (!(error instanceof Unfinished)) client.release(true)
      throw error
    }
  }

  async function runRows(client: PoolClient, partition: number): Promise<{ ids: string[]; failure: string | null }> {
    const { rows } = await client.query<Row>(
      `SELECT id, method, payload::text AS payload FROM ${table} WHERE partition = $1 ORDER BY id LIMIT $2`,
      [partition, mostRows],
    )
    const ids: string[] = []
    for (const { id, method, payload } of rows) {
      const outcome = await run(method, payload)
      if (outcome && 'error' in outcome && outcome.error.code === errors.internal.code)
        return { ids, failure: `${method} failed` }
      if (!outcome || 'error' in outcome)
        log.error({ consumer: name, method, code: outcome?.error.code }, 'a command in an outbox was skipped')
      ids.push(id)
    }
    return { ids, failure: null }
  }

  async function work(partition: number, alarm: Alarm): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        const taken = await takeOnce(partition)
        failures = 0
        if (taken < mostRows) await alarm.wait(settings.pollInterval)
      } catch (error) {
        if (signal.aborted) return
        metrics.consumerFailed(name)
        log.error({ error: String(error), consumer: name, partition }, 'an outbox could not be read')
        await alarm.rest(Math.min(longestPause, shortestPause * (1 + Math.random()) * 2 ** ++failures))
      }
    }
  }

  const workers = alarms.map((alarm, partition) => work(partition, alarm))
  const listener = settings.notificationChannel === '' ? null : listen(settings, alarms, signal, log)

  return {
    async stop() {
      control.abort()
      for (const alarm of alarms) alarm.ring()
      // Who waits for another node's lock is not waited for.
      await Promise.race([Promise.all([...workers, listener]), Bun.sleep(stopWithin)])
      await Promise.race([pool.end(), Bun.sleep(stopWithin)])
    },
  }
}

const sslOf = ({ tls }: OutboxSettings) => tls && { ...tls, servername: tls.serverName }

/** Of a partition, until the transaction ends. */
async function hasLock(client: PoolClient, { name, givesWay }: OutboxSettings, partition: number): Promise<boolean> {
  const lock = `pg_${givesWay ? 'try_' : ''}advisory_xact_lock(hashtext($1))`
  const { rows } = await client.query<Record<string, unknown>>(`SELECT ${lock} AS taken`, [
    `centrifugo_partition_lock_${name}${partition}`,
  ])
  return rows[0]?.['taken'] !== false
}

/** Rings what is told, until the relay stops. */
async function listen(
  settings: OutboxSettings,
  alarms: readonly Alarm[],
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const { name } = settings
  const ssl = sslOf(settings)
  while (!signal.aborted) {
    const client = new Client({ connectionString: settings.notificationAddress, ssl })
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.once('error', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', ({ payload }) => alarms[Number(payload)]?.ring())
    try {
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(settings.notificationChannel)}`)
      // What was told before.
      for (const alarm of alarms) alarm.ring()
      await ended
    } catch (error) {
      log.error({ error: String(error), consumer: name }, 'an outbox cannot be listened to')
    }
    await client.end().catch(() => {})
    if (!signal.aborted) await Bun.sleep(relistenAfter)
  }
}
