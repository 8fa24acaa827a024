import { describe, expect, it } from 'vitest'
import { compassWord } from './compass-word.ts'

describe('compassWord', () => {
  it('names the nearest of eight directions, around the whole circle', () => {
    expect([0, 20, 44, 90, 200, 359, 720, -90].map(compassWord)).toEqual([
      'north',
      'north',
      'north-east',
      'east',
      'south',
      'north',
      'north',
      'west',
    ])
  })
})
