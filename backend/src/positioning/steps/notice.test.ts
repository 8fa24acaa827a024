// Activity tells each thing once.
import { describe, expect, it } from 'vitest'
import { aSite, floorOf } from '../a-site.ts'
import { emptyBatch, type Fix } from '../batch.ts'
import { Device } from '../device.ts'
import { noticeStep } from './notice.ts'

const site = aSite()
const [first, second] = [...site.carriers.values()]
const estimate = { xM: 1, yM: 1, method: 'grid', accuracyM: 2, spreadM: 1, receiverCount: 4 } as const

function aFix(device: Device, zoneId: string | null, at: number): Fix {
  device.lastReadingAt = at
  return { device, floor: floorOf(site, 0), floorProbability: 1, estimate, zoneId, presence: null }
}
function tell(step: ReturnType<typeof noticeStep>, ...fixes: Fix[]): string[] {
  const report = (_: string, error: unknown) => {
    throw error
  }
  return step.run({ ...emptyBatch(0, site, []), fixes }, report).activity.map(({ type, text }) => `${type}: ${text}`)
}

describe('noticeStep', () => {
  it('tells the first sighting and a return after a long silence, once each', () => {
    const step = noticeStep()
    const device = new Device(first!)
    expect(tell(step, aFix(device, null, 1000))).toEqual([`detected: ${first!.name} was detected.`])
    expect(tell(step, aFix(device, null, 2000))).toEqual([])
    expect(tell(step, aFix(device, null, 400_000))).toEqual([`detected: ${first!.name} was detected.`])
  })

  it('tells of a zone after half a minute in it, of a way between two in one line, and of a restricted one at once', () => {
    const step = noticeStep()
    const device = new Device(first!)
    const name = first!.name
    const stay = (zoneId: string | null, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => tell(step, aFix(device, zoneId, (from + i) * 1000))).flat()
    expect(stay('left', 1, 30)).toEqual([`detected: ${name} was detected.`])
    expect(stay('left', 30, 60)).toEqual([`zone_entered: ${name} entered Left hall.`])
    expect(stay('right', 60, 61)).toEqual([`restricted_zone: ${name} is in Right hall, which is restricted.`])
    expect(stay('right', 61, 200)).toEqual([`zone_entered: ${name} went from Left hall to Right hall.`])
    expect(stay(null, 200, 319)).toEqual([])
    expect(stay(null, 319, 400)).toEqual([`zone_left: ${name} left Right hall.`])
  })

  it('files what was left under the floor where it is, not under the one somebody went to', () => {
    const step = noticeStep()
    const device = new Device(first!)
    const upstairs = (at: number): Fix => ({ ...aFix(device, null, at), floor: floorOf(site, 1) })
    const fixes = Array.from({ length: 260 }, (_, i) =>
      i < 60 ? aFix(device, 'left', (i + 1) * 1000) : upstairs((i + 1) * 1000),
    )
    // Each fix is told when it is made: a device knows only its last reading.
    const records = fixes.flatMap((fix, i) => {
      device.lastReadingAt = (i + 1) * 1000
      return step.run({ ...emptyBatch(0, site, []), fixes: [fix] }, () => undefined).activity
    })
    expect(records.map(({ type, floorId }) => `${type} on ${floorId}`)).toEqual([
      'detected on floor-0',
      'zone_entered on floor-0',
      'zone_left on floor-0',
    ])
  })

  it('has no line for passing through, nor for going to and fro beside a wall', () => {
    const step = noticeStep()
    const device = new Device(first!)
    for (let second = 1; second < 60; second++) tell(step, aFix(device, 'left', second * 1000))
    const zones = Array.from({ length: 600 }, (_, i) => (i % 40 < 20 ? null : 'left'))
    expect(zones.flatMap((zoneId, i) => tell(step, aFix(device, zoneId, (60 + i) * 1000)))).toEqual([])
  })

  it('dates a line by what is known by then: a zone was entered before it was sure', () => {
    const step = noticeStep()
    const device = new Device(first!)
    const records = Array.from({ length: 60 }, (_, i) => {
      const at = (i + 1) * 1000
      const fix = i < 10 ? aFix(device, null, at) : { ...aFix(device, 'left', at), zoneSince: 8000 }
      return step.run({ ...emptyBatch(0, site, []), fixes: [fix] }, () => undefined).activity
    }).flat()
    expect(records.map(({ type, at }) => [type, at])).toEqual([
      ['detected', 1000],
      ['zone_entered', 8000],
    ])
  })

  it('dates a line by when it began', () => {
    const step = noticeStep()
    const device = new Device(first!)
    const records = Array.from({ length: 60 }, (_, i) => {
      const fixes = [aFix(device, 'left', (i + 1) * 1000)]
      return step.run({ ...emptyBatch(0, site, []), fixes }, () => undefined).activity
    }).flat()
    expect(records.find(({ type }) => type === 'zone_entered')?.at).toBe(1000)
  })

  it('tells once that somebody stays, per stay, and never of things', () => {
    const step = noticeStep()
    const minutes = (count: number) => count * 60_000
    const isDwell = (lines: string[]) => lines.filter((line) => line.startsWith('dwell'))
    const stay = (device: Device, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => tell(step, aFix(device, 'left', minutes(from + i)))).flat()
    const device = new Device(first!)
    expect(isDwell(stay(device, 1, 16))).toEqual([])
    expect(isDwell(stay(device, 16, 40))).toEqual([`dwell: ${first!.name} has been in Left hall for 15 minutes.`])
    tell(step, aFix(device, 'right', minutes(40)))
    tell(step, aFix(device, 'right', minutes(41)))
    expect(isDwell(stay(device, 42, 60))).toHaveLength(1)
    const trolley = new Device({ ...second!, entityType: 'asset' })
    expect(isDwell(stay(trolley, 1, 30))).toEqual([])
  })

  it('tells that a badge left its zone when it falls silent, and detects it anew', () => {
    const step = noticeStep()
    const device = new Device(first!)
    const sweep = (now: number) => step.run(emptyBatch(now, site, []), () => undefined).activity.map(({ text }) => text)
    tell(step, aFix(device, 'left', 60_000))
    tell(step, aFix(device, 'left', 100_000))
    expect(sweep(400_000)).toEqual([])
    expect(sweep(410_001)).toEqual([`${first!.name} is no longer heard in Left hall.`])
    expect(sweep(500_000)).toEqual([])
    expect(tell(step, aFix(device, 'left', 600_000))).toEqual([`detected: ${first!.name} was detected.`])
    expect(tell(step, aFix(device, 'left', 630_000))).toEqual([`zone_entered: ${first!.name} entered Left hall.`])
  })
})
