// How many connections are let in.
import { describe, expect, it } from 'vitest'
import type { Limits } from '../limits.ts'
import { createAdmission } from './admission.ts'

const none = {
  connections: 0,
  unidentified: 0,
  unidentifiedPerAddress: 0,
  connectionsPerAddress: 0,
  connectionRate: 0,
} as Limits

function anAdmission(limits: Partial<Limits>) {
  const clock = { now: 0 }
  const refused = { count: 0 }
  const strangers = { count: 0 }
  const admission = createAdmission(
    { ...none, ...limits },
    () => strangers.count,
    () => void refused.count++,
    () => clock.now,
  )
  const enter = (address: string, times: number) =>
    Array.from({ length: times }, () => admission.enter(address)).filter(Boolean).length
  return { ...admission, enter, clock, refused, strangers }
}

describe('admission', () => {
  it('has no limit unless told', () => expect(anAdmission({}).enter('a', 5000)).toBe(5000))

  it('lets in so many in all, and again when some left', () => {
    const { enter, leave, refused } = anAdmission({ connections: 10 })
    expect([enter('a', 8), enter('b', 8)]).toEqual([8, 2])
    expect(refused.count).toBe(6)
    leave('a', false)
    expect(enter('b', 2)).toBe(1)
  })

  it('lets in nobody while too many have not said who they are', () => {
    const { enter, strangers } = anAdmission({ unidentified: 10 })
    strangers.count = 9
    expect(enter('a', 1)).toBe(1)
    strangers.count = 10
    expect(enter('a', 1)).toBe(0)
  })

  it('lets in so many per address, whatever others do', () => {
    const { enter, leave } = anAdmission({ connectionsPerAddress: 3 })
    expect([enter('a', 5), enter('b', 5)]).toEqual([3, 3])
    leave('a', false)
    expect([enter('a', 2), enter('b', 2)]).toEqual([1, 0])
  })

  // holds rules 7-9
  it('lets in so many strangers per address, and others of that address as they say who they are or leave', () => {
    const { enter, leave, identified } = anAdmission({ unidentifiedPerAddress: 3 })
    expect([enter('a', 5), enter('b', 1)]).toEqual([3, 1])
    identified('a')
    expect(enter('a', 2)).toBe(1)
    leave('a', true)
    expect(enter('a', 2)).toBe(0)
    leave('a', false)
    expect(enter('a', 2)).toBe(1)
  })

  it('lets in so many per second', () => {
    const { enter, clock } = anAdmission({ connectionRate: 100 })
    expect(enter('a', 500)).toBe(100)
    clock.now = 999
    expect(enter('a', 10)).toBe(0)
    clock.now = 1000
    expect(enter('a', 500)).toBe(100)
  })

  it('knows an address with or without connections, and gives back no place that nobody took', () => {
    const { enter, known, leave, identified } = anAdmission({ connectionsPerAddress: 1, unidentifiedPerAddress: 1 })
    expect(known('a')).toBe('a')
    identified('a')
    leave('a', false)
    expect(enter('a', 2)).toBe(1)
    expect(known('a')).toBe('a')
    leave('a', false)
    expect(enter('a', 2)).toBe(1)
  })

  it('counts the second anew, whatever its number', () => {
    const { enter, clock } = anAdmission({ connectionRate: 1 })
    clock.now = 5_000
    expect(enter('a', 2)).toBe(1)
    clock.now = 5_999
    expect(enter('a', 2)).toBe(0)
  })
})
