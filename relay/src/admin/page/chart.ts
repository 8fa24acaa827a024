// A small chart: the last two minutes, one point a second; the value under the pointer.
import { count, find } from './elements.ts'

const points = 120
const width = 240
const height = 80
const step = width / (points - 1)

/** Answers a function that shows other values. */
export function createChart(id: string): (values: readonly number[]) => void {
  const svg = find(id)
  let values: readonly number[] = []
  /** Where the pointer is, in the chart's units; null when it is elsewhere. */
  let pointedAt: number | null = null

  function draw(): void {
    const index = pointedAt === null ? values.length - 1 : Math.round(values.length - 1 - (width - pointedAt) / step)
    const value = values[index]
    svg.replaceChildren(...shapes(values, pointedAt !== null && value !== undefined ? index : null))
    find(`${id}-now`).textContent = value === undefined ? '–' : count(value)
    find(`${id}-top`).textContent = `max ${count(Math.max(0, ...values))}`
    const seconds = values.length - 1 - index
    const isPast = pointedAt !== null && value !== undefined && seconds > 0
    find(`${id}-when`).textContent = isPast ? `${seconds} s ago` : 'now'
  }

  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect()
    pointedAt = ((event.clientX - box.left) / box.width) * width
    draw()
  })
  svg.addEventListener('pointerleave', () => {
    pointedAt = null
    draw()
  })
  return (next) => {
    values = next
    draw()
  }
}

function shapes(values: readonly number[], pointedIndex: number | null): SVGElement[] {
  const top = roundUp(Math.max(1, ...values))
  const x = (index: number) => width - (values.length - 1 - index) * step
  const y = (value: number) => height - (value / top) * (height - 2)
  const all = [0, 0.5, 1].map((share) =>
    shape('line', { class: 'grid', x1: 0, x2: width, y1: y(top * share), y2: y(top * share) }),
  )
  if (values.length > 1) {
    const line = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
    all.push(shape('path', { class: 'area', d: `M${x(0).toFixed(1)} ${height}L${line}L${width} ${height}Z` }))
    all.push(shape('path', { class: 'line', d: `M${line}` }))
  }
  if (pointedIndex !== null) {
    all.push(shape('line', { class: 'here', x1: x(pointedIndex), x2: x(pointedIndex), y1: 0, y2: height }))
  }
  return all
}

/** The next round number, so that the scale does not tremble. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= value) ?? 10 * power
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}
