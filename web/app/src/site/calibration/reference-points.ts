// Reference points of a calibration: a badge at a known place for a while (spec 4.2 Floors).
import { t } from './texts.ts'

export type ReferencePoint = {
  readonly x: number
  readonly y: number
  readonly transmitterId: string
  readonly startedAt: string
  readonly seconds: number
}

/** As the contract asks for. */
export const fewestPoints = 3
export const measureSeconds = 30

/** A refusal as a sentence that names the point by its number on the plan. `path`: "points.2". */
export function pointSentence(path: string, message: string): string {
  const index = /^points\.(\d+)/.exec(path)?.[1]
  return index === undefined ? message : t('pointRefused', { number: Number(index) + 1, message })
}

/** Spread over the floor, or the fit says little about the rest of it. Null when there is nothing to say. */
export function spreadAdvice(points: readonly Pick<ReferencePoint, 'x' | 'y'>[]): string | null {
  if (points.length < fewestPoints) return t('morePoints', { count: fewestPoints - points.length })
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  if (span(points.map(({ x }) => x)) < 30 || span(points.map(({ y }) => y)) < 30) {
    return t('closeTogether')
  }
  return null
}
