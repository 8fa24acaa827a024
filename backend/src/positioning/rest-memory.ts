// The rests that are being gathered, and whose turn it is: every ten seconds one badge of a floor, and of those at rest then the one whose
// last turn is the longest ago, so that a floor hears of many desks, and memory stays small: at most thirty badges a floor, whatever their
// number. Filled by the rest step; what is finished is taken by the position writer.
import type { Rest } from './calibration/rests/rest.ts'
import type { Device } from './device.ts'
import type { GatheredRest } from './gathered-rest.ts'
import type { SiteFloor } from './site-model.ts'

export interface FloorRest extends Rest {
  floorId: string
  /** Of the floor at the time (floor-layout.ts). */
  layout: string
  /** Epoch milliseconds. */
  endedAt: number
}

export interface RestMemory {
  /** Of which something is being gathered. */
  readonly followed: ReadonlySet<Device>
  begin(device: Device, rest: GatheredRest): void
  end(device: Device): void
  takeFinished(): FloorRest[]
  forgetAll(): void
}

/** Waiting for a writer; some minutes of a large site. */
const mostFinished = 1000

export function createRestMemory(): RestMemory {
  const followed = new Set<Device>()
  let finished: FloorRest[] = []
  return {
    followed,
    begin(device, rest) {
      device.rest = rest
      followed.add(device)
    },
    end(device) {
      const gathered = device.rest
      device.rest = null
      followed.delete(device)
      const rest = gathered?.finish()
      if (!gathered || !rest || finished.length >= mostFinished) return
      const { id: floorId, layout } = gathered.floor
      finished.push({ ...rest, floorId, layout })
    },
    takeFinished() {
      const taken = finished
      finished = []
      return taken
    },
    forgetAll() {
      for (const device of followed) device.rest = null
      followed.clear()
      finished = []
    },
  }
}

/** With turns of ten seconds as many rests are written of a floor as its table holds in half a day. */
const turnMs = 10_000

export interface RestTurns {
  /** Whether this badge, which rests, is gathered from now on. `now`: epoch milliseconds. */
  isTurnOf(device: Device, floor: SiteFloor, now: number): boolean
}

interface Turn {
  endsAt: number
  /** Whose turn it is; null: it had it already. */
  chosen: Device | null
  /** Whose turn is next, as far as it was seen, and when it had its last one. */
  next: Device | null
  nextHadAt: number
}

export function createRestTurns(): RestTurns {
  const turns = new WeakMap<SiteFloor, Turn>()
  const hadAt = new WeakMap<Device, number>()
  return {
    isTurnOf(device, floor, now) {
      let turn = turns.get(floor)
      if (!turn) turns.set(floor, (turn = { endsAt: now + turnMs, chosen: null, next: null, nextHadAt: 0 }))
      // A clock that was set back waits no longer than one that was not.
      if (now >= turn.endsAt || now < turn.endsAt - turnMs) {
        turn.chosen = turn.next
        turn.next = null
        turn.endsAt = now + turnMs
      }
      if (turn.chosen === device) {
        turn.chosen = null
        hadAt.set(device, now)
        return true
      }
      const had = hadAt.get(device) ?? 0
      if (!turn.next || had < turn.nextHadAt) {
        turn.next = device
        turn.nextHadAt = had
      }
      return false
    },
  }
}
