import { describe, expect, it } from 'vitest'
import { drillLine } from './drill-words.ts'

const drill = { plannedAt: '2026-11-16T09:30:00.000Z', timezone: 'UTC', heldAt: null, remindedAt: null }

describe('drillLine', () => {
  it('says when it is, and that contacts know', () => {
    expect(drillLine({ ...drill, state: 'planned' })).toBe('16 Nov 2026, 09:30')
    expect(drillLine({ ...drill, state: 'due', remindedAt: drill.plannedAt })).toContain('contacts are reminded')
  })
  it('says that it was missed, or how late it was held', () => {
    expect(drillLine({ ...drill, state: 'missed' })).toBe('Was planned for 16 Nov 2026, 09:30, and no drill was held')
    expect(drillLine({ ...drill, state: 'held', heldAt: '2026-11-16T09:20:00.000Z' })).not.toContain('late')
    expect(drillLine({ ...drill, state: 'held', heldAt: '2026-11-18T10:00:00.000Z' })).toContain('held 2 days late')
  })
})
