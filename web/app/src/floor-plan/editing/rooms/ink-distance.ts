// How far each pixel is from the next line, exactly, in two passes (Felzenszwalb and Huttenlocher). For find-rooms.ts.

/** Pixels. The edge of the picture is no line. */
export function distanceToInk(ink: Uint8Array, width: number, height: number): Float32Array {
  const far = (width + height) ** 2
  const squared = Float32Array.from(ink, (is) => (is === 1 ? 0 : far))
  const longest = Math.max(width, height)
  const work = {
    values: new Float64Array(longest),
    roots: new Int32Array(longest),
    ends: new Float64Array(longest + 1),
  }
  for (let x = 0; x < width; x++) transformLine(squared, { from: x, step: width, length: height }, work)
  for (let y = 0; y < height; y++) transformLine(squared, { from: y * width, step: 1, length: width }, work)
  return squared.map(Math.sqrt)
}

type Line = { readonly from: number; readonly step: number; readonly length: number }
type Work = { readonly values: Float64Array; readonly roots: Int32Array; readonly ends: Float64Array }

/** The lowest of the parabolas that stand on each pixel of the line. */
function transformLine(squared: Float32Array, { from, step, length }: Line, { values, roots, ends }: Work): void {
  for (let at = 0; at < length; at++) values[at] = squared[from + at * step] ?? 0
  let last = 0
  roots[0] = 0
  ends[0] = -Infinity
  ends[1] = Infinity
  for (let at = 1; at < length; at++) {
    let meet = meeting(values, at, roots[last] ?? 0)
    while (meet <= (ends[last] ?? 0)) meet = meeting(values, at, roots[--last] ?? 0)
    roots[++last] = at
    ends[last] = meet
    ends[last + 1] = Infinity
  }
  last = 0
  for (let at = 0; at < length; at++) {
    while ((ends[last + 1] ?? 0) < at) last++
    const root = roots[last] ?? 0
    squared[from + at * step] = (at - root) ** 2 + (values[root] ?? 0)
  }
}

function meeting(values: Float64Array, at: number, root: number): number {
  return ((values[at] ?? 0) + at * at - ((values[root] ?? 0) + root * root)) / (2 * at - 2 * root)
}
