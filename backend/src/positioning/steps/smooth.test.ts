// Which devices are located: those that were heard, a moment after the last time; never one that was forgotten meanwhile.
import { describe, expect, it } from 'vitest'
import { aSite, receiverId } from '../a-site.ts'
import { emptyBatch } from '../batch.ts'
import { createCounters } from '../counters.ts'
import { createDeviceStore } from '../device-store.ts'
import { runPipeline } from '../pipeline.ts'
import { createReceiverHealth } from '../receiver-health.ts'
import { identifyStep } from './identify.ts'
import { smoothStep } from './smooth.ts'

const site = aSite()
const begin = 1_790_000_000_000
const aReading = (at: number) => ({
  transmitterId: 'aa0000000001',
  receiverId: receiverId(0, 0),
  rssi: -60,
  at,
  arrivedAt: at,
})

function aSmoother() {
  const devices = createDeviceStore()
  const steps = [identifyStep(devices), smoothStep(createCounters(), createReceiverHealth(), devices, 8)]
  const dueAt = (at: number, heardAt: readonly number[]) =>
    runPipeline(steps, emptyBatch(at, site, heardAt.map(aReading)), (_, error) => {
      throw error
    }).due
  return { devices, dueAt }
}

describe('smoothStep', () => {
  it('locates a device at once, and again after half a second if it was heard since', () => {
    const { dueAt } = aSmoother()
    expect(dueAt(begin, [begin])).toHaveLength(1)
    expect(dueAt(begin + 100, [begin + 100])).toEqual([])
    expect(dueAt(begin + 500, [])).toHaveLength(1)
    expect(dueAt(begin + 1000, [])).toEqual([])
  })

  it('does not locate what was heard before everything was forgotten, however much later', () => {
    const { devices, dueAt } = aSmoother()
    dueAt(begin, [begin])
    dueAt(begin + 100, [begin + 100])
    devices.forgetAll()
    expect(dueAt(begin + 40_000, [])).toEqual([])
    const due = dueAt(begin + 40_500, [begin + 40_500])
    expect(due.map(({ lastReadingAt }) => lastReadingAt)).toEqual([begin + 40_500])
  })
})
