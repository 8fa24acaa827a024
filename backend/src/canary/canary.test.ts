import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type Canary, createCanary, missedAfterMs } from './canary.ts'

/** A chain whose links can be cut; `wait` lets its clock go on. */
function aChain() {
  let clock = 1_000_000
  const cut = { ingest: false, positioning: false, publishing: false, relay: false }
  const messages: { sentAt: number; delayMs: number | null }[] = []
  let heard: ((sentAt: number) => void) | undefined
  const canary: Canary = createCanary({
    now: () => clock,
    log: pino({ level: 'silent' }),
    post: async (sentAt) => {
      if (cut.ingest) return false
      clock += 100
      if (!cut.positioning) canary.located(sentAt)
      return true
    },
    publisher: {
      deliver: async (_channel, message) => {
        if (cut.publishing) return false
        const { sentAt, delayMs } = message.data as { sentAt: number; delayMs: number | null }
        messages.push({ sentAt, delayMs })
        clock += 40
        if (!cut.relay) heard?.(sentAt)
        return true
      },
    },
    listen: (on) => {
      heard = on.canary
      return { stop: () => undefined }
    },
  })
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round++) {
      await canary.work.run()
      clock += 10_000
    }
  }
  return { canary, cut, messages, rounds, wait: (ms: number) => (clock += ms) }
}

describe('the canary', () => {
  it('knows how long it took from the request to the client, and tells the pages with the next', async () => {
    const { canary, messages, rounds } = aChain()
    // Nobody listens before the first was sent.
    await rounds(3)
    expect(canary.delayMs).toBe(140)
    expect(canary.brokenLink()).toBeNull()
    expect(messages.map(({ delayMs }) => delayMs)).toEqual([null, null, 140])
  })

  it.each(['ingest', 'positioning', 'publishing', 'relay'] as const)(
    'names %s when it is stuck there',
    async (link) => {
      const { canary, cut, rounds } = aChain()
      await rounds(2)
      cut[link] = true
      await rounds(1)
      expect(canary.brokenLink()).toBeNull()
      await rounds(2)
      expect(canary.brokenLink()).toBe(link)
      cut[link] = false
      await rounds(1)
      expect(canary.brokenLink()).toBeNull()
    },
  )

  it('does not count the time during which another backend sent it', async () => {
    const { canary, rounds, wait } = aChain()
    await rounds(2)
    wait(100 * missedAfterMs)
    await canary.work.run()
    expect(canary.brokenLink()).toBeNull()
  })
})
