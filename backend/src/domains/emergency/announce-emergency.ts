// Tells every page that an emergency began, changed or ended (rules 9): on its own channel and on global:all, with the version of its
// roster. Pages then read it from the API, and poll when the relay is down; nothing depends on this message. While people are ticked
// off many times a second, pages are told three times in two seconds, and of the last change always.
import { eventChannel, globalChannel } from '@rollcall/contracts/channels'
import type { FastifyBaseLogger } from 'fastify'
import type { Publisher } from '../../realtime/publisher.ts'

/** What is announced is read when it is sent. */
export type AnnounceEmergency = (emergency: { readonly id: string }) => void
type Announcer = { readonly announce: AnnounceEmergency; stop(): void }

type Options = {
  readonly read: (emergencyId: string) => Promise<object>
  readonly publisher: Pick<Publisher, 'publish'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** All wardens read when they hear of it, so that their reads are one (shared-reads.ts); a tap is with the others within a second. */
const leastBetweenMs = 600
const againAfterMs = 2000

export function createAnnounceEmergency({ read, publisher, log }: Options): Announcer {
  /** Emergencies that were announced within `leastBetweenMs`; true: something changed since. */
  const resting = new Map<string, boolean>()
  let stopped = false
  const send = async (id: string) => {
    resting.set(id, false)
    let pauseMs = leastBetweenMs
    try {
      const message = { type: 'emergency', data: await read(id) }
      publisher.publish(eventChannel(id), message)
      publisher.publish(globalChannel, message)
    } catch (error) {
      if (!stopped)
        log.warn({ code: 'announcement_failed', err: error }, 'Pages hear of a change of an emergency later.')
      resting.set(id, true)
      pauseMs = againAfterMs
    }
    const next = () => {
      if (resting.get(id) && !stopped) void send(id)
      else resting.delete(id)
    }
    setTimeout(next, pauseMs).unref()
  }
  return {
    announce({ id }) {
      if (stopped) return
      if (resting.has(id)) resting.set(id, true)
      else void send(id)
    },
    stop: () => void (stopped = true),
  }
}
