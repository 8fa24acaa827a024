// What receivers heard of a badge that stayed where it was, somewhere on a floor: nobody says where. A floor learns from many of them
// (learn-from-rests.ts). Gathered by the rest step, kept for days.

export interface Rest {
  transmitterId: string
  seconds: number
  /** The receivers of the floor that listened all the while. */
  heard: readonly RestHeard[]
}

export interface RestHeard {
  receiverId: string
  /** Mean of what was decoded, dBm; null: nothing was. */
  rssi: number | null
  /** Readings. */
  count: number
}

/** A shorter stay is passing through; a longer one is told as several. */
export const restSeconds = { least: 30, most: 300 } as const
/** Fewer teach a floor nothing. */
export const fewestRests = 300
