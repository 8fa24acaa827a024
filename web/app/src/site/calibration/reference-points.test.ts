import { describe, expect, it } from 'vitest'
import { pointSentence, spreadAdvice } from './reference-points.ts'

const at = (x: number, y: number) => ({ x, y })

describe('spreadAdvice', () => {
  it('counts down to the fewest points', () => {
    expect(spreadAdvice([])).toContain('3 more points')
    expect(spreadAdvice([at(0, 0), at(1, 1)])).toContain('1 more point at least')
  })
  it('warns of points in a heap or in a row, and is content with a spread', () => {
    expect(spreadAdvice([at(10, 10), at(12, 11), at(11, 14)])).toContain('close together')
    expect(spreadAdvice([at(10, 50), at(50, 52), at(90, 49)])).toContain('close together')
    expect(spreadAdvice([at(10, 10), at(90, 15), at(50, 90)])).toBeNull()
  })
})

describe('pointSentence', () => {
  it('names the point as the plan numbers it, and leaves what is about no point alone', () => {
    expect(pointSentence('points.2', 'Nobody heard it.')).toMatch(/^Point 3: Nobody heard it\. Remove it/)
    expect(pointSentence('mode', 'Nobody heard it.')).toBe('Nobody heard it.')
  })
})
