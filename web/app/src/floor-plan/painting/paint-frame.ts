// Paints one picture of the floor, layer by layer from below: heat, receivers, trail, links, halos, markers, clusters, names, ruler.
// Called by floor-painter.ts.
import { isPerson } from '../../ui/entity-kind.ts'
import { groupNeighbours, isCrowded } from './clusters.ts'
import type { Frame } from './frame.ts'
import { paintHeat } from './heat-paint.ts'
import { paintLabels } from './label-paint.ts'
import { paintLinks, paintRuler, paintTrail } from './line-paint.ts'
import { paintChosenRing, paintClusters, paintHalos, paintMarkers } from './marker-paint.ts'
import { lookOf } from './paint-marker.ts'
import type { MarkerLook, Markers } from './paint-marker.ts'
import type { PaintLook, PaintOverlay } from './paint-message.ts'
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
  readonly look: PaintLook
  readonly overlay: PaintOverlay
  readonly markers: Markers
  readonly now: number
}

export function paintFrame(on: Frame, picture: Picture): void {
  const { look, overlay, markers } = picture
  const looks = visibleLooks(on, picture)
  const crowded = look.clusters && isCrowded(markers.size, on.view.scale, on.view.floorM2)
  const chosen = looks.find(({ index }) => index === look.chosen)
  const single = looks.filter(({ emphasised }) => emphasised)
  const others = looks.filter(({ emphasised }) => !emphasised)
  const { clusters, alone } = crowded ? groupNeighbours(others, on.view.scale) : { clusters: [], alone: others }
  const drawn = [...alone, ...single]
  if (overlay.heat) paintHeat(on, overlay.heat)
  if (look.receivers) paintReceivers(on, overlay.receivers, look.ambient)
  paintTrail(on, overlay.trail)
  if (chosen) paintLinks(on, chosen, overlay.links)
  const halosOfAll = look.accuracy && drawn.length <= mostHalos
  const halos = drawn.filter(({ state, emphasised }) => state !== 'stale' && (halosOfAll || emphasised))
  paintHalos(on, halos)
  paintMarkers(on, drawn)
  if (chosen) paintChosenRing(on, chosen)
  paintClusters(on, clusters)
  const namesOfAll = look.names && !crowded && on.view.scale >= namesFrom && drawn.length <= mostNames
  const labels = (namesOfAll ? drawn : single).map((one) => labelOf(on, one))
  const points = drawn.map((one) => ({ x: on.x(one), y: on.y(one) }))
  if (labels.length > 0) paintLabels(on, labels, points)
  paintRuler(on, overlay.ruler, look.units)
}

/** Those to be seen: of a layer that is on, and within the canvas. */
function visibleLooks(on: Frame, { look, markers, now }: Picture): MarkerLook[] {
  const { clockOffsetMs, chosen, hovered, people, assets } = look
  const looks: MarkerLook[] = []
  for (const [index, marker] of markers) {
    const one = lookOf(marker, index, { now, clockOffsetMs, ages: on.ages, chosen, hovered })
    if (!one.emphasised && !(isPerson(marker.kind) ? people : assets)) continue
    const [x, y] = [on.x(one), on.y(one)]
    if (x < -40 || y < -40 || x > on.view.width + 40 || y > on.view.height + 40) continue
    looks.push(one)
  }
  return looks
}

function labelOf(on: Frame, look: MarkerLook) {
  const { index, marker, emphasised } = look
  return { index, text: shortName(marker.name), x: on.x(look), y: on.y(look), important: emphasised }
}

function shortName(name: string): string {
  return name.length <= longestName ? name : `${Array.from(name).slice(0, longestName).join('')}…`
}
