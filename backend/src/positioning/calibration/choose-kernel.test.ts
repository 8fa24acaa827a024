import { describe, expect, it } from 'vitest'
import { createNoise } from '../solvers/a-radio-scene.ts'
import { chooseKernel } from './choose-kernel.ts'
import { defaultKernel, type Residual } from './residual-map.ts'

/** Sixty points of a field that waves with the given length, and whatever each point adds of its own. */
function aField(waveM: number, noiseDb: number, seed: number): Residual[] {
  const noise = createNoise(seed, noiseDb)
  return Array.from({ length: 60 }, (_, i) => {
    const [xM, yM] = [(i % 10) * 2, Math.floor(i / 10) * 2]
    return { xM, yM, residualDb: 4 * Math.sin((xM + seed) / waveM) * Math.cos((yM - seed) / waveM) + noise() }
  })
}

const fields = (waveM: number, noiseDb: number) => [1, 2].map((seed) => aField(waveM, noiseDb, seed))

describe('chooseKernel', () => {
  it('finds a long field smoother than a short one', async () => {
    const [short, long] = [await chooseKernel(fields(1.8, 0.3)), await chooseKernel(fields(6, 0.3))]
    expect(long.lengthM).toBeGreaterThan(short.lengthM)
  })

  it('trusts points less that scatter on their own', async () => {
    const [quiet, noisy] = [await chooseKernel(fields(3, 0.3)), await chooseKernel(fields(3, 5))]
    expect(noisy.noiseRatio).toBeGreaterThan(quiet.noiseRatio)
  })

  it('keeps to the usual when there are too few points to tell', async () => {
    expect(await chooseKernel([aField(3, 1, 1).slice(0, 9)])).toEqual(defaultKernel)
    expect(await chooseKernel([])).toEqual(defaultKernel)
  })
})
