// Draws markers, clusters and what surrounds them. Shape tells the kind (person round, visitor diamond, contractor hexagon,
// asset square), filling tells the age: full now, faded last seen, hollow stale (interface: live things move honestly).
import { isPerson } from '../../ui/entity-kind.ts'
import { clusterRadius } from './clusters.ts'
import type { Cluster } from './clusters.ts'
import { opacityFor } from './marker-sprite.ts'
import type { MarkerAppearance } from './paint-marker.ts'
import type { Frame } from './frame.ts'

/** From this radius on, two letters are legible inside the marker. */
const initialsFrom = 10

export function paintMarkers(frame: Frame, appearances: readonly MarkerAppearance[]): void {
  const { brush, palette, sprites, radius, ages } = frame
  const ratio = frame.view.pixelRatio
  for (const one of appearances) {
    const { marker, state, ageMs, emphasised } = one
    const { kind } = marker
    const opacity = emphasised ? 1 : opacityFor(ageMs, ages)
    const { picture, half } = sprites({ kind, stale: state === 'stale', radius, opacity })
    const x = frame.x(one)
    const y = frame.y(one)
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
export function paintHalos(frame: Frame, appearances: readonly MarkerAppearance[]): void {
  const { brush, palette } = frame
  traceHalos(frame, appearances)
  brush.fillStyle = palette.halo
  brush.fill()
  traceHalos(
    frame,
    appearances.filter(({ emphasised }) => emphasised),
  )
  brush.globalAlpha = 0.7
  brush.lineWidth = 1.25
  brush.strokeStyle = palette.chosen
  brush.stroke()
  brush.globalAlpha = 1
}

function traceHalos(frame: Frame, appearances: readonly MarkerAppearance[]): void {
  frame.brush.beginPath()
  for (const one of appearances) {
    const radius = one.marker.accuracyM * frame.view.scale
    frame.brush.moveTo(frame.x(one) + radius, frame.y(one))
    frame.brush.arc(frame.x(one), frame.y(one), radius, 0, Math.PI * 2)
  }
}

export function paintChosenRing(frame: Frame, one: MarkerAppearance): void {
  const { brush } = frame
  brush.beginPath()
  brush.arc(frame.x(one), frame.y(one), frame.radius + 5, 0, Math.PI * 2)
  brush.lineWidth = 2.5
  brush.strokeStyle = frame.palette.chosen
  brush.stroke()
}

export function paintClusters(frame: Frame, clusters: readonly Cluster<MarkerAppearance>[]): void {
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
