// What an advertisement says about the sender's battery: Eddystone telemetry, Minew tags, the Bluetooth battery service, Ruuvi.
// Asked by the battery step for registered transmitters; badges that say nothing here may still report by dynamb.
import type { Advertisement } from './advertisement.ts'

export interface Battery {
  /** 0–100; null when only the voltage is known. */
  pct: number | null
  mv: number | null
}

/** Null when it says nothing, or nothing possible. */
export function batteryOf({ serviceData, manufacturerData }: Advertisement): Battery | null {
  for (const { id, data } of serviceData) {
    const found = serviceReaders[id]?.(data)
    if (found) return found
  }
  for (const { id, data } of manufacturerData) if (id === ruuvi) return ruuviBattery(data)
  return null
}

const serviceReaders: Readonly<Record<string, (data: Buffer) => Battery | null>> = {
  // Eddystone: frame type 0x20 is telemetry; a voltage of zero means that there is no measurement.
  feaa: (data) => (data[0] === 0x20 && data.length >= 4 ? voltage(data.readUInt16BE(2)) : null),
  // Minew: the frames of tags (climate 01, motion 03, information 08) carry the percentage in their third octet.
  ffe1: (data) => (data[0] === 0xa1 && minewFrames.has(data[1] ?? -1) ? percentage(data[2]) : null),
  '180f': (data) => percentage(data[0]),
}
const minewFrames: ReadonlySet<number> = new Set([0x01, 0x03, 0x08])

const ruuvi = 0x0499
/** Data format 5: eleven bits above 1.6 V; all ones mean that there is no measurement. */
function ruuviBattery(data: Buffer): Battery | null {
  if (data[0] !== 5 || data.length < 15) return null
  const steps = data.readUInt16BE(13) >> 5
  return steps === 0x7ff ? null : voltage(steps + 1600)
}

function percentage(value: number | undefined): Battery | null {
  return value !== undefined && value <= 100 ? { pct: value, mv: null } : null
}

/** No badge runs on less than half a volt or more than thirty. */
function voltage(mv: number): Battery | null {
  return mv >= 500 && mv <= 30_000 ? { pct: null, mv } : null
}
