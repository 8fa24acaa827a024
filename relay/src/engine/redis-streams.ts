// Publishing and history in Redis: a stream and its position per channel, written and announced in one step.
import type { Payload, StreamPosition } from '../protocol/messages.ts'
import type { History, HistoryFilter, MetaTtlOf, PublishOptions, Suppression } from './engine.ts'
import { newEpoch } from './epoch.ts'
import { runScript, type RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'
import { publicationBody, readPublication } from './redis-messages.ts'
import { historyScript, publishScript } from './redis-scripts.ts'

/** Milliseconds. */
export const answerTtl = String(5 * 60 * 1000)

/** `suppressed`: why nothing was, if so. */
type Published = { position: StreamPosition | null; suppressed: Suppression | undefined }

export type RedisStreams = ReturnType<typeof createRedisStreams>

export function createRedisStreams(connection: RedisConnection, keys: RedisKeys, metaTtlOf: MetaTtlOf) {
  const metaTtl = (channel: string) => String(Math.ceil(metaTtlOf(channel)))

  async function publish(channel: string, data: Payload, options: PublishOptions): Promise<Published> {
    const { historySize, historyTtl, idempotencyKey, version = 0, versionEpoch = '' } = options
    const body = publicationBody(data, options)
    const keepsHistory = historySize > 0 && historyTtl > 0
    const reply = await runScript(
      connection,
      publishScript,
      [keys.meta(channel), keys.stream(channel), keys.answer(channel, idempotencyKey ?? '')],
      [
        keys.client(channel),
        body,
        String(keepsHistory ? historySize : 0),
        String(Math.ceil(historyTtl)),
        newEpoch(),
        connection.processRun(keys.meta(channel)),
        metaTtl(channel),
        String(version),
        versionEpoch,
        idempotencyKey ? answerTtl : '',
        String(Date.now()),
      ],
    )
    const [offset, epoch, suppressed] = reply as [number, string, Suppression | undefined]
    return { position: offset > 0 || epoch !== '' ? { offset, epoch } : null, suppressed }
  }

  async function read(channel: string, { limit, since, reverse }: HistoryFilter): Promise<History> {
    const range = reverse
      ? ['XREVRANGE', since ? String(since.offset - 1) : '+', '-']
      : ['XRANGE', since ? String(since.offset + 1) : '-', '+']
    const reply = await runScript(
      connection,
      historyScript,
      [keys.meta(channel), keys.stream(channel)],
      [newEpoch(), connection.processRun(keys.meta(channel)), metaTtl(channel), String(limit ?? -1), ...range],
    )
    const [epoch, offset, entries] = reply as [string, number, [id: string, fields: [name: string, body: string]][]]
    const publications = entries.map(([id, [, body]]) => readPublication(body, Number.parseInt(id), epoch))
    return { publications, position: { epoch, offset } }
  }

  return {
    publish,
    read,
    clear: async (channel: string): Promise<void> => void (await connection.send('DEL', [keys.stream(channel)])),
  }
}
