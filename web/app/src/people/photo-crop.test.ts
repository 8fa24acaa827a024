import { describe, expect, it } from 'vitest'
import { cropOf } from './photo-crop.ts'

const picture = { naturalWidth: 800, naturalHeight: 600 }

describe('cropOf', () => {
  it('keeps the middle square of a picture at first', () => {
    expect(cropOf(picture, { zoom: 1, x: 0, y: 0 })).toEqual({ side: 600, left: 100, top: 0 })
  })
  it('stays within the picture at every zoom and place', () => {
    for (const zoom of [1, 1.7, 4]) {
      for (const [x, y] of [
        [-1, -1],
        [1, 1],
        [0.3, -0.8],
      ] as const) {
        const { side, left, top } = cropOf(picture, { zoom, x, y })
        expect(left).toBeGreaterThanOrEqual(0)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(left + side).toBeLessThanOrEqual(picture.naturalWidth + 1e-9)
        expect(top + side).toBeLessThanOrEqual(picture.naturalHeight + 1e-9)
      }
    }
  })
})
