// Where names go beside their markers, so that none covers another or a marker or is cut off: a name tries four sides and is left out until
// one has room. Whoever had a side keeps it while it is free, so that names do not flicker among people who walk. Used by label-paint.ts.

export type LabelWish = {
  /** Of the marker, from picture to picture. */
  readonly index: number
  readonly text: string
  /** Middle of the marker, pixels. */
  readonly x: number
  readonly y: number
  /** Drawn in any case, and before the others: the chosen and the one under the pointer. */
  readonly important: boolean
}
export type Spot = { readonly x: number; readonly y: number }
export type PlacedLabel = { readonly text: string; readonly left: number; readonly middle: number }
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export const labelHeight = 15
const gap = 5
/** A name may come this close to a marker that is not its own. */
const nearest = 1
const sideCount = 4

export type LabelPlaces = (
  wishes: readonly LabelWish[],
  markers: readonly Spot[],
  sizes: {
    readonly radius: number
    readonly widthOf: (text: string) => number
    /** What of the picture is seen. */
    readonly within: Box
  },
) => PlacedLabel[]

export function createLabelPlaces(): LabelPlaces {
  let sides = new Map<number, number>()
  return (wishes, markers, { radius, widthOf, within }) => {
    const reach = radius + nearest
    const taken: Box[] = markers.map(({ x, y }) => ({
      left: x - reach,
      top: y - reach,
      right: x + reach,
      bottom: y + reach,
    }))
    const kept = sides
    sides = new Map()
    const rank = ({ important, index }: LabelWish) => Number(important) * 2 + Number(kept.has(index))
    return wishes
      .toSorted((a, b) => rank(b) - rank(a))
      .flatMap((wish) => {
        const width = widthOf(wish.text)
        const whole = sidesFrom(kept.get(wish.index) ?? 0).filter((one) =>
          isInside(boxAt(wish, one, radius, width), within),
        )
        const free = (one: number) => !taken.some((other) => overlaps(boxAt(wish, one, radius, width), other))
        const side = whole.find(free) ?? (wish.important ? (whole[0] ?? 0) : undefined)
        if (side === undefined) return []
        sides.set(wish.index, side)
        const box = boxAt(wish, side, radius, width)
        taken.push(box)
        return { text: wish.text, left: box.left, middle: (box.top + box.bottom) / 2 }
      })
  }
}

/** Right, left, below, above; the one it had first. */
function sidesFrom(first: number): number[] {
  return Array.from({ length: sideCount }, (_, turn) => (first + turn) % sideCount)
}

function boxAt({ x, y }: Spot, side: number, radius: number, width: number): Box {
  const beside = radius + gap
  const left = side === 0 ? x + beside : side === 1 ? x - beside - width : x - width / 2
  const away = radius + nearest + 1 + labelHeight / 2
  const middle = side === 2 ? y + away : side === 3 ? y - away : y
  return { left, top: middle - labelHeight / 2, right: left + width, bottom: middle + labelHeight / 2 }
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

function isInside(a: Box, b: Box): boolean {
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom
}
