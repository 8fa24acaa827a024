// When each receiver was last heard from and how wrong its clock is. Filled by the guard step, read by the floor evidence
// and by the writer that keeps receivers.last_seen_at.
import { createLine, type Line, type LineQuality } from './line-quality.ts'

/** Readings since the start of the process that were not taken as they came. */
export interface Rejects {
  /** Their clock was so wrong that the time of arrival took its place. */
  clockSkewed: number
  duplicates: number
}

interface Health {
  /** Epoch milliseconds of the last arrival. */
  seenAt: number
  /** Epoch milliseconds of the newest reading, as it says itself. */
  heardAt: number
  /** Smoothed difference of its clock from ours, milliseconds; null: not known. */
  skewMs: number | null
  readings: number
  rejects: Rejects
  line: Line
  /** Badges heard since the writer last asked; only of receivers that wait to be registered. */
  badges: Set<string>
}

export interface ReceiverHealth {
  /** It handed in so many readings. */
  arrive(receiverId: string, arrivedAt: number, readings: number): void
  /** One of them, by which its clock is judged. */
  note(receiverId: string, arrivedAt: number, skewMs: number): void
  /** A receiver that is not registered heard one of our badges. */
  noteBadge(receiverId: string, transmitterId: string): void
  noteReject(receiverId: string, reason: keyof Rejects): void
  rejects(receiverId: string): Readonly<Rejects>
  isOnline(receiverId: string, now: number): boolean
  /** Whether it has told what it hears just now: it is up, and what it hears comes without delay. */
  isListening(receiverId: string, now: number): boolean
  /** Receivers heard since the last call, for the writer. */
  takeChanged(): HeardReceiver[]
}

export interface HeardReceiver extends LineQuality {
  receiverId: string
  /** Epoch milliseconds. */
  seenAt: number
  skewMs: number
  /** Since the last call. */
  readings: number
  /** Different ones since the last call; counted only while the receiver is not registered. */
  badges: number
}

/** Silent for longer: its silence says nothing about a badge. */
const onlineMs = 15_000
/** Less than the window of a badge (rules 10), in which everything is then that it heard of it. */
const listeningMs = 2000
/** Unregistered receivers are remembered too (discover), but not without end. */
const mostReceivers = 20_000

export function createReceiverHealth(): ReceiverHealth {
  const receivers = new Map<string, Health>()
  let changed = new Set<string>()
  const healthOf = (receiverId: string): Health | null => {
    let health = receivers.get(receiverId)
    if (!health) {
      if (receivers.size >= mostReceivers) return null
      const nothing = {
        seenAt: 0,
        heardAt: 0,
        skewMs: null,
        readings: 0,
        rejects: noRejects(),
        badges: new Set<string>(),
      }
      receivers.set(receiverId, (health = { ...nothing, line: createLine() }))
    }
    return health
  }
  return {
    arrive(receiverId, arrivedAt, readings) {
      const health = healthOf(receiverId)
      if (!health) return
      health.seenAt = arrivedAt
      health.readings += readings
      health.line.arrive(arrivedAt)
      changed.add(receiverId)
    },
    note(receiverId, arrivedAt, skewMs) {
      const health = healthOf(receiverId)
      if (!health) return
      health.heardAt = Math.max(health.heardAt, arrivedAt + Math.min(0, skewMs))
      health.skewMs = health.skewMs === null ? skewMs : health.skewMs + 0.05 * (skewMs - health.skewMs)
      health.line.note(arrivedAt, skewMs)
    },
    noteBadge: (receiverId, transmitterId) => void receivers.get(receiverId)?.badges.add(transmitterId),
    noteReject(receiverId, reason) {
      const health = receivers.get(receiverId)
      if (!health) return
      health.rejects[reason]++
      if (reason === 'duplicates') health.line.noteTwice()
    },
    rejects: (receiverId) => receivers.get(receiverId)?.rejects ?? noRejects(),
    isOnline: (receiverId, now) => now - (receivers.get(receiverId)?.seenAt ?? 0) <= onlineMs,
    isListening: (receiverId, now) => now - (receivers.get(receiverId)?.heardAt ?? 0) <= listeningMs,
    takeChanged() {
      const taken = [...changed].map((receiverId) => {
        const health = receivers.get(receiverId)!
        const { seenAt, skewMs, readings, badges, line } = health
        Object.assign(health, { readings: 0, badges: new Set() })
        return { receiverId, seenAt, skewMs: skewMs ?? 0, readings, badges: badges.size, ...line.quality() }
      })
      changed = new Set()
      return taken
    },
  }
}

const noRejects = (): Rejects => ({ clockSkewed: 0, duplicates: 0 })
