import { describe, expect, it } from 'vitest'
import { createNoise } from '../solvers/a-radio-scene.ts'
import { fitModel } from './fit-model.ts'
import { fitRadio } from './radio-fit.ts'
import { residualAt } from './residual-map.ts'
import { isRecommended, proposeCalibration } from './propose.ts'
import { decibelDistance, type SurveyPoint } from './survey.ts'

const bounds = { widthM: 20, heightM: 16 }
const receivers = [
  [2, 2],
  [18, 2],
  [2, 14],
  [18, 14],
  [10, 8],
].map(([xM, yM], i) => ({ receiverId: `r${i}`, xM: xM!, yM: yM!, zM: 2.5 }))

/** Points on a raster with a known radio: −55 dBm, exponent 2.4, and whatever `extra` adds. */
function survey(
  columns: number,
  rows: number,
  extra: (receiver: number, xM: number, yM: number) => number,
): SurveyPoint[] {
  const noise = createNoise(3, 0.5)
  return Array.from({ length: columns * rows }, (_, i) => {
    const xM = ((i % columns) + 0.5) * (bounds.widthM / columns)
    const yM = (Math.floor(i / columns) + 0.5) * (bounds.heightM / rows)
    const point = { xM, yM, zM: 1.2, heard: [] }
    const heard = receivers.map((receiver, r) => ({
      receiverId: receiver.receiverId,
      rssi: -55 - 2.4 * decibelDistance(point, receiver) + extra(r, xM, yM) + noise(),
    }))
    return { ...point, heard }
  })
}

const textbook = { referenceDbm: -59, exponent: 2, offsets: new Map<string, number>(), maps: new Map<string, never>() }

describe('fitting the radio of a floor', () => {
  it('comes close to the truth with many points', () => {
    const fit = fitRadio(
      survey(10, 8, (r) => (r === 1 ? 4 : 0)),
      receivers,
      -59,
    )
    expect(fit.exponent).toBeCloseTo(2.4, 0)
    expect(fit.offsets.get('r1')! - fit.offsets.get('r0')!).toBeGreaterThan(3)
  })

  it('draws a map of what the model cannot say, but only with twenty points', () => {
    const shadow = (r: number, xM: number) => (r === 0 && xM > 12 ? -10 : 0)
    expect(fitModel(survey(4, 4, shadow), receivers, -59).maps.size).toBe(0)
    const map = fitModel(survey(10, 8, shadow), receivers, -59).maps.get('r0')!
    expect(residualAt(map, 5, 8) - residualAt(map, 16, 8)).toBeGreaterThan(4)
    expect(residualAt(map, 500, 500)).toBe(0)
  })

  it('names a receiver that hangs somewhere else than drawn, and a point that was somewhere else', async () => {
    const points = survey(6, 4, (r) => (r === 4 ? -14 : 0))
    points[5] = { ...points[5]!, heard: points[18]!.heard }
    const { numbers } = await proposeCalibration({ bounds, receivers, points, referenceDbm: -59 }, 'points', textbook)
    expect(numbers.receivers.filter(({ suspicious }) => suspicious).map(({ receiverId }) => receiverId)).toEqual(['r4'])
    expect(numbers.outliers).toEqual([5])
    expect(numbers.better).toBe(true)
  })

  it('does not call a proposal better than what is already right', async () => {
    const points = survey(6, 4, () => 0)
    const right = fitModel(points, receivers, -59)
    const { numbers } = await proposeCalibration({ bounds, receivers, points, referenceDbm: -59 }, 'points', right)
    expect(numbers.better).toBe(false)
  })

  it('never recommends what makes the ninth decile worse, however good the average gets', () => {
    const before = { meanM: 3, medianM: 2.5, p90M: 5 }
    expect(isRecommended(before, { meanM: 2, medianM: 1.5, p90M: 5.1 })).toBe(false)
    expect(isRecommended(before, { meanM: 2, medianM: 1.5, p90M: 5 })).toBe(true)
    expect(isRecommended(before, { meanM: 3, medianM: 1.5, p90M: 4 })).toBe(false)
    expect(isRecommended(null, before)).toBe(false)
  })
})
