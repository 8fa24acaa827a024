// What the receivers hear of one advertisement: mean strength, the carrier's body, multipath per channel, noise and loss.
import { gaussianAt, type Random } from '../random.ts'
import type { Propagation } from './propagation.ts'

export interface Badge {
  index: number
  /** Difference from the reference power, dB. */
  powerDb: number
  level: number
  x: number
  y: number
  /** Radians; null when nobody carries it. */
  heading: number | null
  /** Metres above the floor; absent: a badge on a chest. */
  heightM?: number
}

export interface Air {
  /** Calls back once per receiver that decodes the advertisement. */
  advertise(badge: Badge, onDecoded: (receiver: number, rssi: number) => void): void
}

const channels = 3
/** The multipath pattern changes every 0.3 m of travel (positioning 6). */
const multipath = { sdDb: 3, cellM: 0.3 } as const
const noiseDb = 1
/** Loss straight behind a carrier; in front there is none. */
const bodyDb = 10
/** Below this mean nothing is ever decoded; skipping early keeps large fleets cheap. */
const deafDbm = -106

export function createAir(propagation: Propagation, random: Random): Air {
  return {
    advertise(badge, onDecoded) {
      const [cellX, cellY] = [Math.floor(badge.x / multipath.cellM), Math.floor(badge.y / multipath.cellM)]
      for (let receiver = 0; receiver < propagation.receivers.length; receiver++) {
        const mean = propagation.meanRssi(receiver, badge.level, badge.x, badge.y, badge.heightM) + badge.powerDb
        if (mean < deafDbm) continue
        const { x, y } = propagation.receivers[receiver]!
        const body = badge.heading === null ? 0 : bodyLoss(badge.heading, x - badge.x, y - badge.y)
        const channel = random.index(channels)
        const fade = multipath.sdDb * gaussianAt(receiver * channels + channel, badge.index, cellX, cellY)
        const rssi = Math.round(mean - body + fade + noiseDb * random.gaussian())
        if (random.chance(0.95 / (1 + Math.exp(-(rssi + 92) / 2)))) onDecoded(receiver, rssi)
      }
    },
  }
}

function bodyLoss(heading: number, dx: number, dy: number): number {
  const angle = Math.atan2(dy, dx) - heading
  return (bodyDb / 2) * (1 - Math.cos(angle))
}
