// Tells every page that an emergency began, changed or ended (rules 9): on its own channel and on global:all, with the version of its
// roster, once, whoever is killed meanwhile (docs/decisions/0038). Pages then read it from the API, and poll when the relay is down. While
// people are ticked off many times a second, pages are told three times in two seconds, and of the last change always.
import { eventChannel, globalChannel } from '@rollcall/contracts/channels'
import type { FastifyBaseLogger } from 'fastify'
import type { Publisher } from '../../realtime/publisher.ts'

/** What is announced is read when it is sent. */
export type AnnounceEmergency = (emergency: { readonly id: string }) => void
type Announcer = { readonly announce: AnnounceEmergency; stop(): void }

type Announcement = { readonly version: number; readonly announced: number }

type Options = {
  readonly read: (emergencyId: string) => Promise<Announcement>
  /** That pages have this version. */
  readonly record: (emergencyId: string, version: number) => Promise<void>
  readonly publisher: Pick<Publisher, 'deliver'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** All wardens read when they hear of it, so that their reads are one (shared-reads.ts); a tap is with the others within a second. */
const leastBetweenMs = 600
const againAfterMs = 2000

export function createAnnounceEmergency({ read, record, publisher, log }: Options): Announcer {
  /** Emergencies that were announced within `leastBetweenMs`; true: something changed since. */
  const resting = new Map<string, boolean>()
  let stopped = false
  /** False when the relay did not take it, which the publisher has said. */
  const tell = async (id: string): Promise<boolean> => {
    const { announced, ...data } = await read(id)
    const { version } = data
    if (version <= announced) return true
    const message = { type: 'emergency', data }
    const key = `${id} ${version}`
    const taken = await Promise.all([
      publisher.deliver(eventChannel(id), message, { key, version }),
      publisher.deliver(globalChannel, message, { key }),
    ])
    if (taken.includes(false)) return false
    await record(id, version)
    return true
  }
  const send = async (id: string) => {
    resting.set(id, false)
    let isTold = false
    try {
      isTold = await tell(id)
    } catch (error) {
      if (!stopped)
        log.warn({ code: 'announcement_failed', err: error }, 'Pages hear of a change of an emergency later.')
    }
    if (!isTold) resting.set(id, true)
    const pauseMs = isTold ? leastBetweenMs : againAfterMs
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
