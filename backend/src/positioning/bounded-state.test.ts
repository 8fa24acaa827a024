// What positioning remembers stays bounded, whatever is sent: strangers' receivers, long silence, years of readings.
import { describe, expect, it } from 'vitest'
import { siteRows } from './a-site.ts'
import { createLinkMemory } from './calibration/link-memory.ts'
import { createDeviceStore } from './device-store.ts'
import { createReceiverHealth } from './receiver-health.ts'
import { createReceiverResiduals } from './receiver-residuals.ts'

const many = 30_000
const most = 20_000

describe('what positioning remembers', () => {
  it('holds twenty thousand receivers and no more', () => {
    const [health, residuals] = [createReceiverHealth(), createReceiverResiduals()]
    for (let i = 0; i < many; i++) {
      health.arrive(`receiver ${i}`, 1_000_000, 1)
      residuals.note(`receiver ${i}`, 1, 1_000_000)
    }
    expect(health.takeChanged().length).toBe(most)
    expect(health.isOnline(`receiver ${many - 1}`, 1_000_000)).toBe(false)
    expect(residuals.drift(`receiver ${most - 1}`)).toBe(1)
    expect(residuals.drift(`receiver ${many - 1}`)).toBeNull()
  })

  it('forgets badges that fell silent and keeps the others', () => {
    const devices = createDeviceStore()
    const [silent, heard] = siteRows().carriers
    devices.of(silent!).hear('020000000000', 1000, -60)
    const kept = devices.of(heard!)
    kept.hear('020000000000', 5000, -60)
    devices.forget(4000)
    expect([...devices.all()]).toEqual([kept])
  })

  it('forgets links of a badge that no receiver hears any more', () => {
    const device = createDeviceStore().of(siteRows().carriers[0]!)
    for (let i = 0; i < 200; i++) device.hear(`receiver ${i}`, 1000 + i * 1000, -60)
    device.strengths({ ...emptySite, receivers: new Map() })
    expect(device.links.size).toBeLessThan(20)
  })

  it('remembers what was heard of a badge however many others were heard since, as long as there may be more', () => {
    const memory = createLinkMemory()
    memory.note('surveyed', 'receiver 0', 0, -50)
    memory.note('surveyed', 'receiver 0', 4999, -60)
    for (let second = 0; second < 600; second += 5) {
      for (let i = 0; i < 800; i++) memory.note(`badge ${i % 100}`, `receiver ${i % 8}`, second * 1000, -70)
    }
    expect(memory.meanOf('surveyed', 0, 5000)).toEqual([{ receiverId: 'receiver 0', rssi: -55 }])
    expect(memory.meanOf('never heard', 0, 5000)).toEqual([])
  })

  it('lets the oldest strengths go when the memory for calibrations is full', () => {
    const memory = createLinkMemory(10)
    for (let i = 0; i < 50; i++) memory.note('badge', 'receiver', i * 5000, -i)
    expect(memory.means(0, 39 * 5000)).toEqual([])
    expect(memory.means(40 * 5000, 50 * 5000)).toEqual([
      { transmitterId: 'badge', receiverId: 'receiver', rssi: -44.5 },
    ])
  })
})

const emptySite = {
  ble: siteRows().ble,
  floors: new Map(),
  zones: new Map(),
  carriers: new Map(),
  buildings: new Map(),
}
