// The devices in memory, bounded: those silent for long are forgotten. Used by the identify step.
import { Device } from './device.ts'
import type { Carrier } from './site-model.ts'

export interface DeviceStore {
  of(carrier: Carrier): Device
  /** Whether it is the one that is remembered of its badge. */
  has(device: Device): boolean
  readonly size: number
  all(): Iterable<Device>
  /** Forgets devices not heard since `before` (epoch milliseconds). */
  forget(before: number): void
  forgetAll(): void
}

export function createDeviceStore(): DeviceStore {
  const devices = new Map<string, Device>()
  return {
    of(carrier) {
      let device = devices.get(carrier.transmitterId)
      if (!device) devices.set(carrier.transmitterId, (device = new Device(carrier)))
      if (device.carrier.referenceDbm !== carrier.referenceDbm) device.track.forgetStrength()
      device.carrier = carrier
      return device
    },
    has: (device) => devices.get(device.carrier.transmitterId) === device,
    get size() {
      return devices.size
    },
    all: () => devices.values(),
    forget(before) {
      for (const [id, device] of devices) if (device.lastReadingAt < before) devices.delete(id)
    },
    forgetAll: () => devices.clear(),
  }
}
