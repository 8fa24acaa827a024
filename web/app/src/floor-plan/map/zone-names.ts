// Which names of zones can stand on the plan: none wider than its zone, none over another. Used by zone-layer.ts at every zoom.

export type NameBox = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Pixels: the wider the zone, the sooner its name stays. */
  readonly zoneWidth: number
}

/** Fewer pixels hold no word that anybody could read. */
export const leastNamePx = 34

/** The indexes of those that must be left out. */
export function namesInTheWay(boxes: readonly NameBox[]): ReadonlySet<number> {
  const out = new Set<number>()
  const standing: NameBox[] = []
  const byWidth = boxes.map((box, index) => ({ box, index })).toSorted((a, b) => b.box.zoneWidth - a.box.zoneWidth)
  for (const { box, index } of byWidth) {
    if (box.zoneWidth < leastNamePx || standing.some((other) => overlaps(box, other))) out.add(index)
    else standing.push(box)
  }
  return out
}

function overlaps(a: NameBox, b: NameBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
