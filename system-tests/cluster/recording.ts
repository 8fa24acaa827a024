// A recording that is the same every time: badges that walk from room to room and stay for a while in each, and what the receivers hear of
// them, twice a second. A function of time, so that an hour of it needs no file.

export interface Spot {
  xM: number
  yM: number
}

export const rooms = Array.from({ length: 8 }, (_, i) => ({
  name: `Room ${i + 1}`,
  xM: (i % 4) * 12,
  yM: Math.floor(i / 4) * 12,
}))
/** Each room is so wide and deep, and the floor so large, metres. */
export const roomM = 12
export const floorM = { width: 48, height: 24 }

export const receivers = Array.from({ length: 32 }, (_, i) => ({
  id: `02c1000000${i.toString(16).padStart(2, '0')}`,
  xM: (i % 8) * 6 + 3,
  yM: Math.floor(i / 8) * 6 + 3,
}))

export const badgeId = (i: number) => `ac5500${i.toString(16).padStart(6, '0')}`

const staySeconds = 45
const walkSeconds = 12

/** Where a badge is; each begins its round at another room and moment. */
export function spotOf(badge: number, seconds: number): Spot {
  const at = seconds + ((badge * 7) % (staySeconds + walkSeconds))
  const leg = Math.floor(at / (staySeconds + walkSeconds))
  const into = at - leg * (staySeconds + walkSeconds)
  const [from, to] = [centreOf(badge + leg), centreOf(badge + leg + 1)]
  const part = Math.max(0, (into - staySeconds) / walkSeconds)
  return { xM: from.xM + (to.xM - from.xM) * part, yM: from.yM + (to.yM - from.yM) * part }
}

/** A way through the rooms on which the next one is always beside: a metre a second. */
const way = [0, 1, 2, 3, 7, 6, 5, 4]

function centreOf(stop: number): Spot {
  const { xM, yM } = rooms[way[stop % way.length]!]!
  return { xM: xM + roomM / 2, yM: yM + roomM / 2 }
}

const nearest = 6

/** The nearest receivers hear it, with a scatter of some decibels that is the same every time. */
export function heardOf(badge: number, seconds: number): { receiverId: string; rssi: number }[] {
  const spot = spotOf(badge, seconds)
  return receivers
    .map(({ id, xM, yM }) => ({ receiverId: id, metres: Math.max(1, Math.hypot(spot.xM - xM, spot.yM - yM)) }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, nearest)
    .map(({ receiverId, metres }, i) => ({
      receiverId,
      rssi: Math.round(-59 - 25 * Math.log10(metres) + 3 * Math.sin(badge * 12.9898 + seconds * 78.233 + i * 37.719)),
    }))
}
