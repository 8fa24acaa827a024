// Draws markers, clusters and what surrounds them. Shape tells the kind (person round, visitor diamond, contractor hexagon,
// asset square), filling tells the age: full now, faded last seen, hollow stale (interface: live things move honestly).
import { isPerson } from '../../ui/entity-kind.ts'
import { clusterRadius } from './clusters.ts'
import type { Cluster } from './clusters.ts'
import { opacityFor } from './marker-sprite.ts'
import type { MarkerLook } from './paint-marker.ts'
import type { Frame } from './frame.ts'

/** From this radius on, two letters are legible inside the marker. */
const initialsFrom = 10

export function paintMarkers(frame: Frame, looks: readonly MarkerLook[]): void {
  const { brush, palette, sprites, radius, ages } = frame
  const ratio = frame.view.pixelRatio
  for (const look of looks) {
    const { marker, state, ageMs, emphasised } = look
    const { kind } = marker
    const opacity = emphasised ? 1 : opacityFor(ageMs, ages)
    const { picture, half } = sprites({ kind, stale: state === 'stale', radius, opacity })
    const x = frame.x(look)
    const y = frame.y(look)
    // On whole pixels of the screen a picture is copied; between them it would have to be computed anew.
    brush.drawImage(
      picture,
      snap(x - half, ratio),
      snap(y - half, ratio),
      picture.width / ratio,
      picture.height / ratio,
    )
    if (radius < initialsFrom || !isPerson(kind)) continue
    brush.fillStyle = state === 'stale' ? palette.person : palette.initials
    brush.font = `600 ${Math.round(radius * 0.82)}px "Inter Variable", system-ui, sans-serif`
    brush.textAlign = 'center'
    brush.textBaseline = 'middle'
    brush.fillText(marker.initials, x, y + 0.5)
  }
}

/** All halos as one shape, so that overlapping ones do not add up to a blot; those of the chosen get an edge. */
export function paintHalos(frame: Frame, looks: readonly MarkerLook[]): void {
  const { brush, palette } = frame
  traceHalos(frame, looks)
  brush.fillStyle = palette.halo
  brush.fill()
  traceHalos(
    frame,
    looks.filter(({ emphasised }) => emphasised),
  )
  brush.globalAlpha = 0.7
  brush.lineWidth = 1.25
  brush.strokeStyle = palette.chosen
  brush.stroke()
  brush.globalAlpha = 1
}

function traceHalos(frame: Frame, looks: readonly MarkerLook[]): void {
  frame.brush.beginPath()
  for (const look of looks) {
    const radius = look.marker.accuracyM * frame.view.scale
    frame.brush.moveTo(frame.x(look) + radius, frame.y(look))
    frame.brush.arc(frame.x(look), frame.y(look), radius, 0, Math.PI * 2)
  }
}

export function paintChosenRing(frame: Frame, look: MarkerLook): void {
  const { brush } = frame
  brush.beginPath()
  brush.arc(frame.x(look), frame.y(look), frame.radius + 5, 0, Math.PI * 2)
  brush.lineWidth = 2.5
  brush.strokeStyle = frame.palette.chosen
  brush.stroke()
}

export function paintClusters(frame: Frame, clusters: readonly Cluster<MarkerLook>[]): void {
  const { brush, palette } = frame
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.font = '600 12px "Inter Variable", system-ui, sans-serif'
  for (const cluster of clusters) {
    const [x, y, radius] = [frame.x(cluster), frame.y(cluster), clusterRadius(cluster.members.length)]
    brush.beginPath()
    brush.arc(x, y, radius, 0, Math.PI * 2)
    brush.fillStyle = palette.person
    brush.globalAlpha = 0.9
    brush.fill()
    brush.globalAlpha = 1
    brush.lineWidth = 2
    brush.strokeStyle = palette.ring
    brush.stroke()
    brush.fillStyle = palette.initials
    brush.fillText(String(cluster.members.length), x, y + 0.5)
  }
}

function snap(value: number, ratio: number): number {
  return Math.round(value * ratio) / ratio
}
