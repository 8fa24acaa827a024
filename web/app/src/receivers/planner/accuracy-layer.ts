// The predicted accuracy on the plan: areas of the same class with a line around each and its metres on it, and a hatch where nobody is
// heard. Vectors, so that they stay sharp at every zoom and take their colours from the theme (planner.css).
import * as L from 'leaflet'
import type { PlanMap } from '../../floor-plan/map/plan-map.ts'
import { planLatLng } from '../../floor-plan/map/plan-point.ts'
import { steps } from './planner-work.ts'
import type { AccuracyMap } from './planner-work.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
/** Lines shorter than this many points of a ring get no label: there is no room for one. */
const leastLabelled = 12

export function createAccuracyLayer({ map }: PlanMap) {
  const pane = map.createPane('accuracy')
  // Above the picture of the plan, below receivers and names.
  pane.style.zIndex = '350'
  const group = L.layerGroup().addTo(map)

  function show(accuracy: AccuracyMap | null, textOf: (metres: number) => string): void {
    group.clearLayers()
    if (!accuracy) return
    const { columns, rows, cellM } = accuracy.cells
    const bounds = L.latLngBounds(planLatLng({ x: 0, y: rows * cellM }), planLatLng({ x: columns * cellM, y: 0 }))
    L.svgOverlay(pictureOf(accuracy), bounds, { pane: 'accuracy', interactive: false }).addTo(group)
    for (const { fromM, path } of accuracy.bands)
      for (const [x, y] of labelsOf(path, accuracy.cells)) {
        const label = document.createElement('span')
        label.textContent = textOf(fromM)
        const icon = L.divIcon({ className: 'accuracy-label', html: label, iconSize: [0, 0] })
        const at = planLatLng({ x: x * cellM, y: y * cellM })
        L.marker(at, { icon, interactive: false, keyboard: false, pane: 'shadowPane' }).addTo(group)
      }
  }
  return { show, remove: () => group.remove() }
}

function pictureOf({ cells: { columns, rows }, bands, unheard }: AccuracyMap): SVGSVGElement {
  const picture = document.createElementNS(svgNamespace, 'svg')
  picture.setAttribute('viewBox', `0 0 ${columns} ${rows}`)
  picture.setAttribute('preserveAspectRatio', 'none')
  picture.setAttribute('class', 'accuracy-map')
  const add = (path: string, name: string) => {
    const shape = document.createElementNS(svgNamespace, 'path')
    shape.setAttribute('d', path)
    shape.setAttribute('class', name)
    picture.append(shape)
    return shape
  }
  add(`M0 0H${columns}V${rows}H0Z`, 'accuracy-0')
  bands.forEach(({ path, fromM }) => add(path, `accuracy-${steps.findIndex((step) => step === fromM) + 1}`))
  add(unheard, 'accuracy-unheard').setAttribute('fill', 'url(#planner-hatch)')
  return picture
}

/** One place on each long ring, away from the edge of the plan. */
function labelsOf(path: string, { columns, rows }: AccuracyMap['cells']): (readonly [number, number])[] {
  return path
    .split('Z')
    .filter((ring) => ring !== '')
    .flatMap((ring) => {
      const points = ring
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number))
        .map(([x = 0, y = 0]) => [x, y] as const)
        .filter(([x, y]) => x > 1 && y > 1 && x < columns - 1 && y < rows - 1)
      return points.length < leastLabelled ? [] : [points[Math.floor(points.length / 3)]!]
    })
}
