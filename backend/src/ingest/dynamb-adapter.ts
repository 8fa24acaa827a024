// reelyActive dynamb JSON → battery reports (positioning 3): what a device says about itself. Called by
// ingest-routes.ts per item; other measurements in a dynamb are not used.
import { canonicalId } from './reading.ts'

export interface BatteryReport {
  transmitterId: string
  /** 0–100, null when only the voltage is known. */
  pct: number | null
  mv: number | null
  /** Epoch milliseconds. */
  at: number
}

/** Null: not a dynamb, or one that says nothing about a battery. Both the bare object and `{ type: 'dynamb', data }` are taken. */
export function readDynamb(item: unknown, arrivedAt: number): BatteryReport | null {
  const data = fieldsOf(item)?.type === 'dynamb' ? fieldsOf(fieldsOf(item)?.data) : fieldsOf(item)
  const transmitterId = canonicalId(data?.deviceId)
  if (!data || transmitterId === null) return null
  const pct = within(data.batteryPercentage, 0, 100)
  const volts = within(data.batteryVoltage, 0, 30)
  if (pct === null && volts === null) return null
  // A report is about now; a clock that is far off would hide every later report.
  const at = within(data.timestamp, arrivedAt - clockToleranceMs, arrivedAt + clockToleranceMs) ?? arrivedAt
  return { transmitterId, pct, mv: volts === null ? null : Math.round(volts * 1000), at }
}

const clockToleranceMs = 5000

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

function within(value: unknown, low: number, high: number): number | null {
  return typeof value === 'number' && value >= low && value <= high ? value : null
}
