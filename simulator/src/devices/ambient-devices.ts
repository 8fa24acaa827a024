// Devices that nobody registered: phones, laptops, earbuds, trackers and sensors of the people around. They come and go, and most
// change their address (positioning 4). Created by world.ts.
import type { Random } from '../random.ts'
import type { Carrier } from '../roster/roster.ts'
import type { Walker } from '../walkers/walker.ts'
import { randomAddress } from './address.ts'
import { createIdentity, type Device } from './device.ts'
import { type DeviceKind, deviceKinds } from './kinds.ts'

export interface AmbientDevicesOptions {
  /** How many are around on average. */
  count: number
  /** Keys of the rooms where they belong. */
  rooms: readonly string[]
  walkerOf(carrier: Carrier, random: Random): Walker
  random: Random
}

/** Seconds of radio time that a device stays and that its slot is empty afterwards. */
const stay: [number, number] = [240, 1800]
const gone: [number, number] = [60, 450]
/** The share of the time that follows from them. */
const presence = (stay[0] + stay[1]) / (stay[0] + stay[1] + gone[0] + gone[1])

export function createAmbientDevices({ count, rooms, walkerOf, random }: AmbientDevicesOptions) {
  const walkers: Walker[] = []
  const devices = Array.from({ length: Math.round(count / presence) }, (_, i): Device => {
    const own = random.fork(`ambient device ${i}`)
    const walker = walkerOf(
      { transmitterId: `ambient device ${i}`, home: own.pick(rooms), kind: 'guest' },
      own.fork('walker'),
    )
    walkers.push(walker)
    return createAmbientDevice(walker, own)
  })
  return { devices, walkers }
}

function createAmbientDevice(walker: Walker, random: Random): Device {
  const draw = () => {
    const kind = pickKind(random)
    const identity = createIdentity(kind, random, () => randomAddress(kind.address, random))
    // What is not carried stands where its owner put it down.
    return { kind, identity, location: kind.isCarried ? walker.location : { ...walker.location } }
  }
  let current = draw()
  let isOn = random.chance(presence)
  let leftS = random.between(0, isOn ? stay[1] : gone[1])
  return {
    get sender() {
      return current.identity.sender
    },
    get location() {
      return current.location
    },
    get heading() {
      return current.kind.isCarried ? walker.heading : null
    },
    get isOn() {
      return isOn
    },
    get every() {
      return current.kind.every
    },
    age(seconds) {
      leftS -= seconds
      current.identity.age(seconds)
      if (leftS > 0) return
      isOn = !isOn
      leftS = random.between(...(isOn ? stay : gone))
      // Whoever comes next is somebody else.
      if (isOn) current = draw()
    },
  }
}

const allWeights = deviceKinds.reduce((sum, { weight }) => sum + weight, 0)

function pickKind(random: Random): DeviceKind {
  let ticket = random.between(0, allWeights)
  return deviceKinds.find(({ weight }) => (ticket -= weight) < 0) ?? deviceKinds[0]!
}
