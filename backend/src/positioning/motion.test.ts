import { describe, expect, it } from 'vitest'
import { Motion } from './motion.ts'

/** Walks along x at a speed, twice a second, and answers the last verdict. */
function after(motion: Motion, seconds: number, speedMps: number, from = { x: 0, atMs: 0 }): boolean {
  let verdict = false
  for (let t = 0; t <= seconds; t += 0.5) {
    verdict = motion.isStill({ xM: from.x + speedMps * t, yM: 3 }, from.atMs + t * 1000)
  }
  return verdict
}

describe('Motion', () => {
  it('takes ten seconds to call a badge still', () => {
    expect(after(new Motion(), 9, 0)).toBe(false)
    expect(after(new Motion(), 10, 0)).toBe(true)
  })

  it('calls nobody still who walks, however slowly', () => {
    expect(after(new Motion(), 60, 0.4)).toBe(false)
    expect(after(new Motion(), 60, 0.2)).toBe(true)
  })

  it('notices within three seconds that somebody at rest sets off', () => {
    const motion = new Motion()
    expect(after(motion, 120, 0)).toBe(true)
    expect(after(motion, 3, 1.2, { x: 0, atMs: 120_500 })).toBe(false)
  })

  it('is not misled by a wavering badge', () => {
    const motion = new Motion()
    let verdict = false
    for (let t = 0; t < 60; t++) verdict = motion.isStill({ xM: t % 2 ? 1 : -1, yM: 0 }, t * 1000)
    expect(verdict).toBe(true)
  })

  it('sees somebody walk once they came three metres, and neither a newcomer nor a wavering badge', () => {
    const motion = new Motion()
    after(motion, 2, 1)
    expect(motion.isWalking).toBe(false)
    after(motion, 2, 1, { x: 2, atMs: 2500 })
    expect(motion.isWalking).toBe(true)
    after(motion, 15, 0, { x: 4, atMs: 5000 })
    expect(motion.isWalking).toBe(false)
    for (let t = 0; t < 30; t++) motion.isStill({ xM: t % 2 ? 5 : 3, yM: 3 }, 20_500 + t * 1000)
    expect(motion.isWalking).toBe(false)
  })
})
