// Receivers tell each other that they are there, so that a floor can be calibrated without a survey (positioning 2.9,
// `auto`). Created by world.ts.
import type { Propagation } from '../radio/propagation.ts'
import type { Device } from './device.ts'

/** Half seconds. */
const every = 10

export function receiverBeacons(receivers: Propagation['receivers']): Device[] {
  return receivers.map(({ receiverId, level, x, y, z }) => ({
    sender: { transmitterId: receiverId, transmitterIdType: 2 },
    location: { level, x, y, room: '' },
    heading: null,
    heightM: z,
    isOn: true,
    every,
    age: () => {},
  }))
}
