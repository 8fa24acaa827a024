import { describe, expect, it } from 'vitest'
import { adStructure, aFrame } from '../../ingest/advertisement/a-frame.ts'
import type { BatteryReport } from '../../ingest/dynamb-adapter.ts'
import type { Reading } from '../../ingest/reading.ts'
import { aSite } from '../a-site.ts'
import { emptyBatch } from '../batch.ts'
import { createDeviceStore } from '../device-store.ts'
import { runPipeline } from '../pipeline.ts'
import { batteryStep } from './battery.ts'
import { identifyStep } from './identify.ts'

const badge = 'aa0000000001'
const startMs = 1_700_000_000_000

/** A badge that sends Eddystone telemetry with this voltage so many seconds after the start. */
function said(mv: number, second: number): Reading {
  const telemetry = `aafe2000${mv.toString(16).padStart(4, '0')}1a800000000100000002`
  const at = startMs + second * 1000
  const frames = { form: 'pdu' as const, hex: [aFrame(badge, [adStructure(0x16, telemetry)])] }
  return { transmitterId: badge, receiverId: '020000000000', rssi: -60, at, arrivedAt: at, frames }
}

function reports(readings: readonly Reading[]): BatteryReport[] {
  const reported: BatteryReport[] = []
  const writer = { addBatteries: (found: readonly BatteryReport[]) => void reported.push(...found) }
  const steps = [identifyStep(createDeviceStore()), batteryStep(writer)]
  const fail = (step: string, error: unknown) => {
    throw new Error(step, { cause: error })
  }
  for (const reading of readings) runPipeline(steps, emptyBatch(reading.at, aSite(), [reading]), fail)
  return reported
}

describe('the battery step', () => {
  it('reports what a badge says of its battery', () => {
    expect(reports([said(2950, 0)])).toEqual([{ transmitterId: badge, pct: null, mv: 2950, at: startMs }])
  })

  it('repeats itself only when the voltage fell, or after an hour', () => {
    const reported = reports([said(2950, 0), said(2940, 10), said(2890, 20), said(2890, 30), said(2890, 3700)])
    expect(reported.map(({ mv, at }) => [mv, (at - startMs) / 1000])).toEqual([
      [2950, 0],
      [2890, 20],
      [2890, 3700],
    ])
  })

  it('says nothing of devices that nobody registered', () => {
    expect(reports([{ ...said(2950, 0), transmitterId: 'ffffffffffff' }])).toEqual([])
  })
})
