// The ambient devices around: each classified once, remembered for a quarter of an hour after it was last heard, the oldest given up
// when there are too many (positioning 4). Filled by ambient-step.ts, written by ambient-watch.ts.
import type { AmbientDevice } from '@rollcall/contracts/channels'
import { readAdvertisement } from '../advertisement/advertisement.ts'
import type { Reading } from '../reading.ts'
import { addressKind } from './address-kind.ts'
import type { Verdict } from './classification-rules.ts'
import { classify } from './classify.ts'
import type { MakerList } from './maker-list.ts'

export interface AmbientDevices {
  /** Takes what was heard; answers the devices classified just now. */
  add(readings: readonly Reading[]): AmbientDevice[]
  /** Classified devices heard since the last call, at most one line a minute for one that rests. */
  takeChanged(): AmbientDevice[]
  /** Forgets what was last heard before the memory reaches back. */
  forget(now: number): void
  readonly size: number
}

interface Options {
  makerOf: MakerList
  capacity?: number
}

/** Epoch milliseconds throughout. */
interface DeviceState {
  verdict: Verdict | null
  receiverId: string
  rssi: number
  lastReadingAt: number
  /** When its frames were last looked at. */
  readAt: number
  savedAt: number
}

/** A private address lives about as long. */
export const rememberMs = 15 * 60_000
/** A weaker receiver takes a device over when the stronger one has not heard it for so long. */
const holdMs = 10_000
const saveEveryMs = 60_000
/** A device that said little is listened to again, but not at every packet. */
const readAgainMs = 5000

export function createAmbientDevices({ makerOf, capacity = 50_000 }: Options): AmbientDevices {
  // In the order in which they were last heard, to the half minute.
  const states = new Map<string, DeviceState>()
  const changed = new Set<string>()

  const remember = (reading: Reading): DeviceState => {
    const { transmitterId, receiverId, rssi, at } = reading
    let device = states.get(transmitterId)
    if (device && at - device.lastReadingAt > 30_000) states.delete(transmitterId)
    device ??= { verdict: null, receiverId, rssi, lastReadingAt: at, readAt: -Infinity, savedAt: -Infinity }
    if (!states.has(transmitterId)) {
      if (states.size >= capacity) states.delete(states.keys().next().value!)
      states.set(transmitterId, device)
    }
    if (receiverId === device.receiverId || rssi > device.rssi || at - device.lastReadingAt > holdMs) {
      if (receiverId !== device.receiverId) device.savedAt = -Infinity
      device.receiverId = receiverId
      device.rssi = rssi
      device.lastReadingAt = Math.max(at, device.lastReadingAt)
    }
    return device
  }
  const classifyAnew = (reading: Reading, device: DeviceState): boolean => {
    if ((device.verdict?.confidence ?? 0) >= 0.5 || reading.at - device.readAt < readAgainMs) return false
    device.readAt = reading.at
    const found = verdictOf(reading, makerOf)
    if (!found || found.confidence <= (device.verdict?.confidence ?? 0)) return false
    const isNew = device.verdict === null
    device.verdict = found
    device.savedAt = -Infinity
    return isNew
  }

  return {
    add(readings) {
      const fresh = new Map<string, DeviceState>()
      for (const reading of readings) {
        const device = remember(reading)
        if (classifyAnew(reading, device)) fresh.set(reading.transmitterId, device)
        if (device.verdict && reading.at - device.savedAt >= saveEveryMs) {
          device.savedAt = reading.at
          changed.add(reading.transmitterId)
        }
      }
      return [...fresh].flatMap(([deviceId, device]) => lineOf(deviceId, device))
    },
    takeChanged() {
      const taken = [...changed].flatMap((deviceId) => lineOf(deviceId, states.get(deviceId)))
      changed.clear()
      return taken
    },
    forget(now) {
      for (const [deviceId, { lastReadingAt }] of states) if (now - lastReadingAt > rememberMs) states.delete(deviceId)
    },
    get size() {
      return states.size
    },
  }
}

function verdictOf({ transmitterId, claim = 'unknown', frames }: Reading, makerOf: MakerList): Verdict | null {
  const kind = addressKind(transmitterId, claim)
  const sender = { kind, maker: kind === 'public' ? makerOf(transmitterId) : null }
  let best = classify(null, sender)
  for (const hex of frames?.hex ?? []) {
    const found = classify(readAdvertisement(hex, frames!.form), sender)
    if (found && found.confidence > (best?.confidence ?? 0)) best = found
  }
  return best
}

function lineOf(deviceId: string, device: DeviceState | undefined): AmbientDevice[] {
  if (!device?.verdict) return []
  const { deviceType, manufacturer } = device.verdict
  const { receiverId, rssi, lastReadingAt } = device
  return [{ deviceId, deviceType, manufacturer, receiverId, rssi, timestamp: Math.round(lastReadingAt) }]
}
