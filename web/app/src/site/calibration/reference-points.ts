// Reference points of a calibration: a badge held still at a known place for a while (spec 4.2 Floors).
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
  return index === undefined
    ? message
    : `Point ${Number(index) + 1}: ${message} Remove it, and measure there again or elsewhere.`
}

/** Spread over the floor, or the fit says little about the rest of it. Null when there is nothing to say. */
export function spreadAdvice(points: readonly Pick<ReferencePoint, 'x' | 'y'>[]): string | null {
  if (points.length < fewestPoints) {
    const missing = fewestPoints - points.length
    return `${missing} more ${missing === 1 ? 'point' : 'points'} at least; five to ten make a good calibration.`
  }
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  if (span(points.map(({ x }) => x)) < 30 || span(points.map(({ y }) => y)) < 30) {
    return 'The points lie close together. Measure at the other end of the floor, too.'
  }
  return null
}
