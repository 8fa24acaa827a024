import { describe, expect, it } from 'vitest'
import { durationWords, elapsedClock } from './elapsed.ts'

describe('elapsedClock', () => {
  it('counts minutes and seconds, and hours once there are any', () => {
    expect([7_000, 725_000, 3_725_000].map(elapsedClock)).toEqual(['0:07', '12:05', '1:02:05'])
  })
  it('starts at zero when the page is a little behind the server', () => {
    expect(elapsedClock(-1_500)).toBe('0:00')
  })
})

describe('durationWords', () => {
  it('says no more than two units', () => {
    expect([0, 45, 60, 250, 3_600, 3_900].map(durationWords)).toEqual([
      '0 s',
      '45 s',
      '1 min',
      '4 min 10 s',
      '1 h',
      '1 h 5 min',
    ])
  })
})
