// Which of two decisions stands, and when it was made.
import { expect, it } from 'vitest'
import { clampDecidedAt, compareDecisions } from './decision.ts'

const at = (clock: string) => `2026-03-01T${clock}.000Z`
const now = Date.parse(at('10:00:00'))

it.each([
  ['in between', at('09:58:00'), at('09:58:00')],
  ['before the trigger', at('09:00:00'), at('09:50:00')],
  ['in the future', at('10:00:01'), at('10:00:00')],
  ['not said', undefined, at('10:00:00')],
])('a decision dated %s', (_, asked, expected) => {
  expect(clampDecidedAt(asked, at('09:50:00'), now)).toBe(expected)
})

const standing = { status: 'accounted', note: null, decidedAt: at('09:55:00') }

it.each([
  ['later and different', { status: 'needs_help', note: null, decidedAt: at('09:56:00') }, 'new'],
  ['at the same moment and different', { status: 'needs_help', note: null, decidedAt: at('09:55:00') }, 'new'],
  ['older and different', { status: 'needs_help', note: null, decidedAt: at('09:54:59') }, 'decided_since'],
  ['without a date', { status: 'needs_help', note: null }, 'new'],
  ['the same, later', { status: 'accounted', note: null, decidedAt: at('09:56:00') }, 'same'],
  ['the same, older', { status: 'accounted', note: null, decidedAt: at('09:51:00') }, 'same'],
  ['the same with something to add', { status: 'accounted', note: 'At the gate', decidedAt: at('09:51:00') }, 'new'],
])('%s', (_, asked, expected) => {
  expect(compareDecisions(standing, asked)).toBe(expected)
})

it('is the same when the same note is said again, and new with another', () => {
  const noted = { ...standing, note: 'At the gate' }
  const asked = { status: 'accounted', decidedAt: at('09:56:00') }
  expect(compareDecisions(noted, { ...asked, note: 'At the gate' })).toBe('same')
  expect(compareDecisions(noted, { ...asked, note: null })).toBe('same')
  expect(compareDecisions(noted, { ...asked, note: 'In the yard' })).toBe('new')
  expect(compareDecisions(noted, { ...asked, status: 'needs_help', note: 'At the gate' })).toBe('new')
})

it('is new where nobody has decided yet', () => {
  const asked = { status: 'accounted', note: null, decidedAt: at('09:51:00') }
  expect(compareDecisions({ status: 'unknown', note: null, decidedAt: null }, asked)).toBe('new')
})
