import type { Alert } from '@rollcall/contracts/domains/alerts'
import { describe, expect, it } from 'vitest'
import { assignedSentence, countText, newAlertsSentence } from './open-alerts.ts'

const at = (minute: number) => `2026-11-15T09:${String(minute).padStart(2, '0')}:00.000Z`
const alert = (id: string, minute: number) => ({ id, raisedAt: at(minute), text: `Alert ${id}.` }) as Alert
const open = (total: number, ...items: Alert[]) => ({ items, total })

describe('newAlertsSentence', () => {
  it('is silent about what was there when the page opened, and when nothing came', () => {
    expect(newAlertsSentence(null, open(1, alert('a', 1)))).toBeNull()
    expect(newAlertsSentence(open(1, alert('a', 1)), open(1, alert('a', 1)))).toBeNull()
    expect(newAlertsSentence(open(2, alert('a', 1), alert('b', 2)), open(1, alert('b', 2)))).toBeNull()
  })
  it('says what came, and how many more', () => {
    expect(newAlertsSentence(open(0), open(1, alert('a', 1)))).toBe('Alert a.')
    expect(newAlertsSentence(open(1, alert('a', 1)), open(3, alert('b', 2), alert('c', 3), alert('a', 1)))).toBe(
      'Alert b. And 1 more.',
    )
  })
  it('does not take one that moved up the list for a new one', () => {
    expect(newAlertsSentence(open(2, alert('b', 5)), open(1, alert('a', 1)))).toBeNull()
  })
  it('says so much when the new one is further down the list', () => {
    expect(newAlertsSentence(open(7, alert('a', 1)), open(8, alert('a', 1)))).toBe('There are new alerts.')
  })
})

describe('countText', () => {
  it('stays short', () => {
    expect([countText(1), countText(99), countText(100)]).toEqual(['1', '99', '99+'])
  })
})

describe('assignedSentence', () => {
  const given = { ...alert('b', 2), assignedTo: 'me', assignedBy: 'Ana' }
  it('says which, and by whom', () => {
    const before = open(2, { ...alert('a', 1), assignedTo: 'me' }, alert('b', 2))
    const after = open(2, { ...alert('a', 1), assignedTo: 'me' }, given)
    expect(assignedSentence(before, after, 'me')).toBe('Ana assigned to you: Alert b.')
    expect(assignedSentence(null, open(1, given), 'me')).toBe('Ana assigned to you: Alert b.')
  })
  it('says so much when it is further down the list', () => {
    const others = open(9, { ...alert('a', 1), assignedTo: 'somebody else' })
    expect(assignedSentence(others, others, 'me')).toBe('Alerts were assigned to you.')
  })
})
