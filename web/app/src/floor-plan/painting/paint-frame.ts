// Paints one picture of the floor, layer by layer from below: heat, receivers, trail, links, halos, markers, clusters, names, ruler.
// Called by floor-painter.ts.
import { isPerson } from '../../ui/entity-kind.ts'
import { groupNeighbours, isCrowded } from './clusters.ts'
import type { Frame } from './frame.ts'
import { paintHeat } from './heat-paint.ts'
import { paintLabels } from './label-paint.ts'
import { paintLinks, paintRuler, paintTrail } from './line-paint.ts'
import { paintChosenRing, paintClusters, paintHalos, paintMarkers } from './marker-paint.ts'
import { appearanceOf } from './paint-marker.ts'
import type { MarkerAppearance, Markers } from './paint-marker.ts'
import type { PaintSettings, PaintOverlay } from './paint-message.ts'
import { paintReceivers } from './receiver-paint.ts'

/** More names than this at once are noise; zooming in brings them back. */
const mostNames = 80
/** More halos than this cover the whole floor and tell nothing. */
const mostHalos = 150
/** Characters of a name; the card has the rest. */
const longestName = 32
/** Pixels per metre below which names would hide the floor. */
const namesFrom = 9
export type Picture = {
  readonly settings: PaintSettings
  readonly overlay: PaintOverlay
  readonly markers: Markers
  readonly now: number
}

export function paintFrame(on: Frame, picture: Picture): void {
  const { settings, overlay, markers } = picture
  const visible = visibleMarkers(on, picture)
  const crowded = settings.clusters && isCrowded(markers.size, on.view.scale, on.view.floorM2)
  const chosen = visible.find(({ index }) => index === settings.chosen)
  const single = visible.filter(({ emphasised }) => emphasised)
  const others = visible.filter(({ emphasised }) => !emphasised)
  const { clusters, alone } = crowded ? groupNeighbours(others, on.view.scale) : { clusters: [], alone: others }
  const drawn = [...alone, ...single]
  if (overlay.heat) paintHeat(on, overlay.heat)
  if (settings.receivers) paintReceivers(on, overlay.receivers, settings.ambient)
  paintTrail(on, overlay.trail)
  if (chosen) paintLinks(on, chosen, overlay.links)
  const halosOfAll = settings.accuracy && drawn.length <= mostHalos
  const halos = drawn.filter(({ state, emphasised }) => state !== 'stale' && (halosOfAll || emphasised))
  paintHalos(on, halos)
  paintMarkers(on, drawn)
  if (chosen) paintChosenRing(on, chosen)
  paintClusters(on, clusters)
  const namesOfAll = settings.names && !crowded && on.view.scale >= namesFrom && drawn.length <= mostNames
  const labels = (namesOfAll ? drawn : single).map((one) => labelOf(on, one))
  const points = drawn.map((one) => ({ x: on.x(one), y: on.y(one) }))
  if (labels.length > 0) paintLabels(on, labels, points)
  paintRuler(on, overlay.ruler)
}

/** Those to be seen: of a layer that is on, and within the canvas. */
function visibleMarkers(on: Frame, { settings, markers, now }: Picture): MarkerAppearance[] {
  const { clockOffsetMs, chosen, hovered, people, assets } = settings
  const visible: MarkerAppearance[] = []
  for (const [index, marker] of markers) {
    const one = appearanceOf(marker, index, { now, clockOffsetMs, ages: on.ages, chosen, hovered })
    if (!one.emphasised && !(isPerson(marker.kind) ? people : assets)) continue
    const [x, y] = [on.x(one), on.y(one)]
    if (x < -40 || y < -40 || x > on.view.width + 40 || y > on.view.height + 40) continue
    visible.push(one)
  }
  return visible
}

function labelOf(on: Frame, one: MarkerAppearance) {
  const { index, marker, emphasised } = one
  return { index, text: shortName(marker.name), x: on.x(one), y: on.y(one), important: emphasised }
}

function shortName(name: string): string {
  return name.length <= longestName ? name : `${Array.from(name).slice(0, longestName).join('')}…`
}
