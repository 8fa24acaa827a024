// Posts to the backend as a gateway does. When it cannot, the window is dropped: old sightings are worth nothing,
// so nothing is queued, and an outage is one log line at its beginning and one at its end. Called by main.ts.
import type { Logger } from 'pino'
import type { Dynamb, Raddec } from './raddec.ts'

export interface SenderOptions {
  /** Without the format: the sender adds it. */
  url: string
  key: string
  log: Logger
  timeoutMs?: number
}

export interface Sender {
  /** Resolves to whether everything was taken; never throws. */
  send(format: 'raddec' | 'dynamb', items: readonly (Raddec | Dynamb)[]): Promise<boolean>
}

/** The backend takes at most this many in one request (positioning 2.0). */
const batchSize = 1000

export function createSender({ url, key, log, timeoutMs = 5000 }: SenderOptions): Sender {
  const door = url.replace(/\/$/, '')
  let downSince = 0
  let dropped = 0

  const post = async (format: string, items: readonly unknown[]): Promise<string | null> => {
    try {
      const response = await fetch(`${door}/${format}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(items),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.arrayBuffer()
      return response.ok ? null : `status ${response.status}`
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    }
  }

  return {
    async send(format, items) {
      for (let i = 0; i < items.length; i += batchSize) {
        const failure = await post(format, items.slice(i, i + batchSize))
        if (failure !== null) {
          dropped += items.length - i
          if (downSince === 0)
            log.warn(
              { code: 'ingest_unreachable', reason: failure },
              'The backend takes no readings; windows are dropped.',
            )
          downSince ||= Date.now()
          return false
        }
      }
      if (downSince > 0) {
        log.info(
          { code: 'ingest_back', outageMs: Date.now() - downSince, dropped },
          'The backend takes readings again.',
        )
        downSince = 0
        dropped = 0
      }
      return true
    },
  }
}
