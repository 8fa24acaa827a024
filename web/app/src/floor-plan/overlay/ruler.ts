// What is measured on the map: the way from point to point. Said here and not by the painter, whose worker knows no language.
import type { Point } from '../../realtime/marker-motion.ts'
import { lengthText } from '../../ui/measures.ts'
import type { Units } from '../../ui/measures.ts'
import type { PaintOverlay } from '../painting/paint-message.ts'

/** Plain objects: they are posted to a worker. */
export function rulerOf(points: readonly Point[], units: Units): PaintOverlay['ruler'] {
  return points.map(({ x, y }, index) => {
    const from = points[index - 1]
    return { x, y, length: from ? lengthText(Math.hypot(x - from.x, y - from.y), units) : '' }
  })
}
