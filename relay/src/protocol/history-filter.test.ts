// What a history request asks for (relay protocol 2.10).
import { describe, expect, it } from 'vitest'
import { historyFilter } from './history-filter.ts'

describe('historyFilter', () => {
  it.each([
    ['nothing asks for the position alone', {}, { limit: 0, reverse: false }],
    ['a limit', { limit: 5 }, { limit: 5, reverse: false }],
    ['a limit below zero asks for everything', { limit: -1 }, { limit: undefined, reverse: false }],
    ['backwards from the end', { limit: 2, reverse: true }, { limit: 2, reverse: true }],
    ['since nothing', { since: null }, { limit: 0, reverse: false }],
    [
      'since a position',
      { since: { offset: 3, epoch: 'x' } },
      { limit: 0, reverse: false, since: { offset: 3, epoch: 'x' } },
    ],
    ['since the beginning', { since: {} }, { limit: 0, reverse: false, since: { offset: 0, epoch: '' } }],
    [
      'backwards from a position',
      { since: { offset: 1 }, reverse: true },
      { limit: 0, reverse: true, since: { offset: 1, epoch: '' } },
    ],
  ])('%s', (_, fields, expected) => expect(historyFilter(fields)).toStrictEqual(expected))

  it.each([
    ['a limit that is no number', { limit: '5' }],
    ['a limit that is no whole number', { limit: 1.5 }],
    ['a direction that is neither', { reverse: 1 }],
    ['a position that is none', { since: 3 }],
    ['an offset that is no number', { since: { offset: '3' } }],
    ['an offset that is no whole number', { since: { offset: 1.5 } }],
    ['an offset below zero', { since: { offset: -1 } }],
    ['an epoch that is no text', { since: { epoch: 1 } }],
    ['backwards from the very beginning', { since: {}, reverse: true }],
  ])('%s is refused', (_, fields) => expect(historyFilter(fields)).toBeNull())
})
