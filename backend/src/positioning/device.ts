// Everything remembered about one registered transmitter. Each part belongs to one step and is changed by that step alone.
import type { Battery } from '../ingest/advertisement/battery-frame.ts'
import { FloorChoice } from './floor-choice.ts'
import type { GatheredRest } from './gathered-rest.ts'
import { Hindsight } from './hindsight.ts'
import { Link } from './link.ts'
import type { Carrier, ReceivedStrength, SiteFloor, SiteModel } from './site-model.ts'
import { MusterStay } from './muster-stay.ts'
import { PresenceFilter } from './presence.ts'
import { Track } from './track.ts'
import { WayMemory } from './way-memory.ts'
import { ZoneStay } from './zone-stay.ts'

/** A receiver that has not heard the badge for so long says nothing about it any more (positioning 2.3). */
const forgetLinkMs = 15_000

export interface WeighedStrength extends ReceivedStrength {
  /** Part of a second that the readings speak for. */
  weight: number
}

export class Device {
  /** Current name and owner; replaced when the register changes. */
  carrier: Carrier
  readonly links = new Map<string, Link>()
  readonly floors = new FloorChoice()
  readonly ways = new WayMemory()
  readonly track: Track
  readonly zones = new ZoneStay()
  readonly presence = new PresenceFilter()
  readonly musterStay = new MusterStay()
  readonly hindsight = new Hindsight()
  /** What is being gathered of it; null: nothing. */
  rest: GatheredRest | null = null
  /** Epoch milliseconds; what was reported last. */
  readonly battery: { readAt: number; reported: Battery | null; reportedAt: number } = {
    readAt: 0,
    reported: null,
    reportedAt: 0,
  }
  /** Epoch milliseconds of the newest reading. */
  lastReadingAt = 0
  /** What was heard by this site's receivers, until the next reading: several steps ask. */
  #heard: { site: SiteModel; found: readonly ReceivedStrength[] } | null = null
  /** Epoch milliseconds when the last position was worked out. */
  estimatedAt = 0

  constructor(carrier: Carrier) {
    this.carrier = carrier
    this.track = new Track(carrier.strength)
  }

  /** False for a duplicate. */
  hear(receiverId: string, at: number, rssi: number): boolean {
    let link = this.links.get(receiverId)
    if (!link) this.links.set(receiverId, (link = new Link()))
    this.lastReadingAt = Math.max(this.lastReadingAt, at)
    this.#heard = null
    return link.add(at, rssi)
  }

  /** Mean strengths over the window, which stretches until three receivers are heard (rules 10). */
  strengths(site: SiteModel): readonly ReceivedStrength[] {
    if (this.#heard?.site !== site) {
      for (const [id, { latest }] of this.links) if (latest < this.lastReadingAt - forgetLinkMs) this.links.delete(id)
      const { receiverIds, since } = this.#window(site)
      const found: ReceivedStrength[] = []
      for (const id of receiverIds) {
        const rssi = this.links.get(id)!.mean(since)
        if (rssi !== null) found.push({ receiver: site.receivers.get(id)!, rssi })
      }
      this.#heard = { site, found }
    }
    return this.#heard.found
  }

  /** Ids of the receivers of this site that heard it over the same window. */
  hearers(site: SiteModel): string[] {
    return this.strengths(site).map(({ receiver }) => receiver.receiverId)
  }

  /** What was heard on this floor since it was last asked for, each reading once. */
  takeFresh({ receivers }: SiteModel, floor: SiteFloor): WeighedStrength[] {
    const heard: WeighedStrength[] = []
    for (const [id, link] of this.links) {
      const receiver = receivers.get(id)
      const fresh = receiver?.floor === floor ? link.takeFresh() : null
      if (receiver && fresh) heard.push({ receiver, rssi: fresh.rssi, weight: fresh.weight })
    }
    return heard
  }

  /** dBm at one metre on this floor, as far as it is known by now. */
  referenceDbm(floor: SiteFloor): number {
    return (this.carrier.referenceDbm ?? floor.referenceDbm) + this.track.strengthDb
  }

  /** `since`: epoch milliseconds, and not that moment itself. */
  #window({ ble, receivers }: SiteModel): { receiverIds: string[]; since: number } {
    const within = (seconds: number) => {
      const since = this.lastReadingAt - seconds * 1000
      const receiverIds: string[] = []
      for (const [id, { latest }] of this.links) if (latest > since && receivers.has(id)) receiverIds.push(id)
      return { receiverIds, since }
    }
    const short = within(ble.windowSeconds)
    return short.receiverIds.length >= 3 ? short : within(ble.maximumWindowSeconds)
  }
}
