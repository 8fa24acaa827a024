// Plays the recording to the backends as gateways would: in turn to each, to the next one when one refuses or is silent, and now and then to two
// at once. Keeps what was acknowledged.
import { badgeId, heardOf } from './recording.ts'
import { ingestKey } from './running-cluster.ts'

export interface Acknowledged {
  transmitterId: string
  /** By the gateway's clock; with the badge it names the readings. */
  at: number
}

export interface Player {
  readonly acknowledged: readonly Acknowledged[]
  /** Batches that were turned away at least once before they were taken. */
  readonly turnedAway: number
  /** Resolves when the recording is over and everything was acknowledged or given up. */
  readonly ended: Promise<void>
  stop(): void
}

interface Options {
  ports: readonly number[]
  badges: number
  seconds: number
  /** Between two readings of a badge, milliseconds. */
  everyMs?: number
  /** Badges in a batch. */
  together?: number
}

/** So long a gateway keeps a batch. */
const patienceMs = 30_000
/** Every so many batches goes to two backends at once. */
const twiceEvery = 7

export function play({ ports, badges, seconds, everyMs = 500, together = 10 }: Options): Player {
  const acknowledged: Acknowledged[] = []
  const under = new Set<Promise<void>>()
  const beganAt = Date.now()
  let turn = 0
  let turnedAway = 0
  const stopping = new AbortController()

  const send = async (batch: readonly Acknowledged[], body: string, first: number) => {
    for (let attempt = 0; Date.now() < batch[0]!.at + patienceMs; attempt++) {
      if (await isTaken(ports[(first + attempt) % ports.length]!, body)) {
        acknowledged.push(...batch)
        return
      }
      if (attempt === 0) turnedAway++
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const playMoment = (moment: number) => {
    for (let start = 0; start < badges; start += together) {
      const at = beganAt + moment * everyMs
      const batch: Acknowledged[] = []
      const raddecs = []
      for (let badge = start; badge < Math.min(badges, start + together); badge++) {
        const transmitterId = badgeId(badge)
        const signature = heardOf(badge, (moment * everyMs) / 1000)
        batch.push({ transmitterId, at })
        raddecs.push({
          transmitterId,
          transmitterIdType: 2,
          timestamp: at,
          rssiSignature: signature.map((one) => ({ ...one, receiverIdType: 1, numberOfDecodings: 1 })),
        })
      }
      const body = JSON.stringify(raddecs)
      const sending = send(batch, body, turn++)
      under.add(sending)
      void sending.finally(() => under.delete(sending))
      if (turn % twiceEvery === 0) void isTaken(ports[turn % ports.length]!, body)
    }
  }
  const ended = (async () => {
    for (let moment = 0; moment < (seconds * 1000) / everyMs && !stopping.signal.aborted; moment++) {
      const waitMs = beganAt + moment * everyMs - Date.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      playMoment(moment)
    }
    while (under.size > 0) await Promise.all(under)
  })()
  return {
    acknowledged,
    get turnedAway() {
      return turnedAway
    },
    ended,
    stop: () => stopping.abort(),
  }
}

async function isTaken(port: number, body: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/ingest/raddec`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ingestKey}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(4000),
    })
    await answer.arrayBuffer()
    return answer.status === 202
  } catch {
    return false
  }
}
