import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import { said, told } from '@rollcall/contracts/sentences'
import { describe, expect, it } from 'vitest'
import { toldActivity } from './told-activity.ts'

let number = 0
function entry(
  minutes: number,
  text: string,
  zoneName: string | null,
  more: Partial<ActivityEntry> = {},
): ActivityEntry {
  const at = new Date(Date.UTC(2026, 0, 5, 9, minutes)).toISOString()
  const nothing = {
    entityType: null,
    entityId: null,
    receiverId: null,
    receiverName: null,
    floorId: null,
    zoneId: null,
  }
  number += 1
  return {
    id: String(number),
    at,
    type: 'zone_entered',
    text,
    said: null,
    transmitterId: 'a',
    name: 'Anna',
    zoneName,
    ...nothing,
    ...more,
  }
}
const move = (minutes: number, from: string, to: string, who = 'Anna') =>
  entry(minutes, '', to, { name: who, transmitterId: who, ...told(said('went', { name: who, from, zone: to })) })
const words = (entries: ActivityEntry[]) => toldActivity(entries).map(({ text }) => text)

describe('toldActivity', () => {
  it('makes one sentence of a walk, also while others walk', () => {
    const entries = [
      move(5, 'Stairs to the roof', 'Lab 2'),
      move(4, 'Hall', 'Kitchen', 'Ben'),
      move(4, 'Corridor', 'Stairs to the roof'),
      move(3, 'Reception', 'Corridor'),
    ]
    const walks = toldActivity(entries)
    expect(walks.map(({ text }) => text)).toEqual([
      'Anna walked from Reception to Lab 2.',
      'Ben went from Hall to Kitchen.',
    ])
    expect(walks[0]).toMatchObject({
      at: entries[0]?.at,
      since: entries[3]?.at,
      over: ['Corridor', 'Stairs to the roof'],
    })
    expect(walks[1]).toMatchObject({ since: null, over: [] })
  })
  it('ends a walk where somebody stays, or was not seen between', () => {
    expect(words([move(20, 'Lab', 'Hall'), move(10, 'Hall', 'Lab')])).toHaveLength(2)
    expect(words([move(5, 'Lab', 'Hall'), move(4, 'Hall', 'Store')])).toHaveLength(2)
  })
  it('says so when somebody comes back, and leaves everything else as it is', () => {
    expect(words([move(3, 'Hall', 'Lab'), move(2, 'Lab', 'Hall')])).toEqual(['Anna walked about and came back to Lab.'])
    const left = entry(9, 'Anna left Lab.', 'Lab', { type: 'zone_left' })
    const silent = entry(8, 'Receiver 4 is silent.', null, {
      type: 'receiver_offline',
      transmitterId: null,
      name: null,
    })
    expect(words([left, silent])).toEqual(['Anna left Lab.', 'Receiver 4 is silent.'])
  })
})
