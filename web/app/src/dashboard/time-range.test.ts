import { describe, expect, it } from 'vitest'
import { isDay, isRange, lastWeek, spanOf } from './time-range.ts'

const now = Date.parse('2026-11-17T14:07:30Z')
const own = (from: string, to: string, timeZone = 'UTC') => spanOf({ name: 'own', from, to }, now, timeZone)

describe('spanOf', () => {
  it('ends the last days with the quarter that goes on, and never begins before they do', () => {
    const last = (name: '24h' | '7d' | '30d') => spanOf({ name, from: '', to: '' }, now, 'UTC')
    expect(last('24h')).toEqual({ from: '2026-11-16T14:15:00.000Z', to: '2026-11-17T14:15:00.000Z' })
    expect(last('7d')).toEqual({ from: '2026-11-10T14:15:00.000Z', to: '2026-11-17T14:15:00.000Z' })
    expect(last('30d')?.from).toBe('2026-10-18T14:15:00.000Z')
  })
  it('takes own days whole, by the calendar of the site, also where its clock changes', () => {
    expect(own('2026-11-01', '2026-11-01', 'America/New_York')).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
    })
    expect(own('2026-12-31', '2027-01-01', 'Asia/Tokyo')).toEqual({
      from: '2026-12-30T15:00:00.000Z',
      to: '2027-01-01T15:00:00.000Z',
    })
  })
  it('is nothing while the days are not both there, in order, and a year apart at most', () => {
    expect(own('', '2026-11-01')).toBeNull()
    expect(own('2026-11-02', '2026-11-01')).toBeNull()
    expect(own('2026-01-01', '2026-12-31')).not.toBeNull()
    expect(own('2025-01-01', '2026-01-02')).toBeNull()
  })
})

it('knows its names and days that exist', () => {
  expect(['24h', '7d', '30d', 'own', '8d', 'toString'].filter(isRange)).toEqual(['24h', '7d', '30d', 'own'])
  expect(['2026-02-28', '2026-02-30', '2026-2-1', ''].filter(isDay)).toEqual(['2026-02-28'])
})

it('begins own days with the last seven of the site', () => {
  expect(lastWeek(Date.parse('2026-11-17T23:30:00Z'), 'Asia/Tokyo')).toEqual({ from: '2026-11-12', to: '2026-11-18' })
})
