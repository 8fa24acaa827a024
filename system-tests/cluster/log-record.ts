// Reads the streams in Redis from outside, as they grow, and keeps what was in them: what the backends say of their log is not believed.
import { createClient } from '@redis/client'
import { readText } from '../../backend/src/ingest/log/entry-text.ts'
import { timeOf } from '../../backend/src/ingest/log/reading-log.ts'
import type { Arrival } from '../../backend/tests/engines-in-turn.ts'

export interface LogRecord {
  /** How often each reading of a badge was in the log, by `badge time`. */
  readonly counts: ReadonlyMap<string, number>
  /** Id of the last entry, by partition. */
  readonly lastIds: readonly string[]
  /** Reads the rest. */
  finish(): Promise<void>
  /** All of it, oldest first. */
  arrivals(): Arrival[]
}

const streams = Array.from({ length: 64 }, (_, i) => `{rollcall-readings}:${i}`)

export async function recordLog(port: number): Promise<LogRecord> {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: 100 } })
  client.on('error', () => undefined)
  await client.connect()
  const counts = new Map<string, number>()
  const lastIds = streams.map(() => '0-0')
  const entries: { at: number; text: string }[] = []
  const finishing = new AbortController()
  const read = async (): Promise<number> => {
    const asked = streams.map((key, i) => ({ key, id: lastIds[i]! }))
    const reply = (await client.xRead(asked, { COUNT: 500 })) as
      | { name: string; messages: { id: string; message: Record<string, string> }[] }[]
      | null
    for (const { name, messages } of reply ?? []) {
      for (const { id, message } of messages) {
        lastIds[streams.indexOf(name)] = id
        const text = message['t']!
        entries.push({ at: timeOf(id), text })
        const { readings } = readText(text, 0)
        for (const key of new Set(readings.map(({ transmitterId, at }) => `${transmitterId} ${at}`)))
          counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
    return reply?.length ?? 0
  }
  const reading = (async () => {
    while (!finishing.signal.aborted) {
      await read().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return {
    counts,
    lastIds,
    async finish() {
      finishing.abort()
      await reading
      while ((await read()) > 0);
      client.destroy()
    },
    arrivals: () =>
      entries.toSorted((a, b) => a.at - b.at).map(({ at, text }) => ({ at, readings: readText(text, at).readings })),
  }
}
