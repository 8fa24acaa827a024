// Free space in pieces: what hangs together where it is wider than a door, grown back to the walls. For find-rooms.ts.
type Size = { readonly width: number; readonly height: number }

/** A number above zero for each piece of what is further than `reach` from every line; 0 elsewhere. */
export function labelled(free: Float32Array, { width, height, reach }: Size & { reach: number }): Int32Array {
  const labels = new Int32Array(free.length)
  const queue = new Int32Array(free.length)
  let label = 0
  for (let from = 0; from < free.length; from++) {
    if ((free[from] ?? 0) <= reach || labels[from] !== 0) continue
    label++
    labels[from] = label
    queue[0] = from
    let filled = 1
    for (let next = 0; next < filled; next++) {
      for (const beside of besides(queue[next] ?? 0, width, height)) {
        if ((free[beside] ?? 0) <= reach || labels[beside] !== 0) continue
        labels[beside] = label
        queue[filled++] = beside
      }
    }
  }
  return labels
}

/** All pieces grow at the same speed, so that they meet in the middle of a door. Answers the same labels. */
export function grown(
  labels: Int32Array,
  ink: Uint8Array,
  { width, height, steps }: Size & { steps: number },
): Int32Array {
  let front: number[] = []
  for (let at = 0; at < labels.length; at++) if (labels[at] !== 0) front.push(at)
  for (let step = 0; step < steps && front.length > 0; step++) {
    const next: number[] = []
    for (const at of front) {
      for (const beside of besides(at, width, height)) {
        if (labels[beside] !== 0 || ink[beside] === 1) continue
        labels[beside] = labels[at] ?? 0
        next.push(beside)
      }
    }
    front = next
  }
  return labels
}

function besides(at: number, width: number, height: number): number[] {
  const x = at % width
  const found: number[] = []
  if (x > 0) found.push(at - 1)
  if (x < width - 1) found.push(at + 1)
  if (at >= width) found.push(at - width)
  if (at < width * (height - 1)) found.push(at + width)
  return found
}
