// What lies in a zone: for the editor, which must not propose a room twice, nor draw one that is no area.
import type { PlanPoint } from '@rollcall/contracts/domains/zones'

export function contains(polygon: readonly PlanPoint[], { x, y }: PlanPoint): boolean {
  return polygon.reduce((inside, from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from
    const crosses = from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
    return crosses ? !inside : inside
  }, false)
}

/** Whether most of the corners of a shape, drawn in a little, lie in another. */
export function liesIn(shape: readonly PlanPoint[], other: readonly PlanPoint[]): boolean {
  const sum = shape.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  const middle = { x: sum.x / shape.length, y: sum.y / shape.length }
  const inward = ({ x, y }: PlanPoint) => ({ x: x + (middle.x - x) * 0.2, y: y + (middle.y - y) * 0.2 })
  return shape.filter((corner) => contains(other, inward(corner))).length > shape.length / 2
}

/** Twice as much as the shape covers, in square percent: zero for a line. */
export function doubleArea(shape: readonly PlanPoint[]): number {
  const parts = shape.map((from, index) => {
    const to = shape[(index + 1) % shape.length] ?? from
    return from.x * to.y - to.x * from.y
  })
  return Math.abs(parts.reduce((sum, part) => sum + part, 0))
}
