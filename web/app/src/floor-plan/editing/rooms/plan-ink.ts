// Which pixels of a plan are lines: darker than the paper, and not letters or small symbols, which would bite into rooms. For find-rooms.ts.

export type PlanPicture = {
  readonly width: number
  readonly height: number
  /** RGBA, as a canvas gives it. */
  readonly pixels: Uint8ClampedArray
  /** Metres of the real world per pixel. */
  readonly metres: number
}

/** What is smaller in both directions is a letter or a symbol, metres; what is longer may be a piece of wall between two doors. */
const largestLetter = 0.9

/** 1 where there is a line. */
export function inkOf({ width, height, pixels, metres }: PlanPicture): Uint8Array {
  const grey = greyOf(pixels)
  const darkest = darkThreshold(grey)
  const ink = Uint8Array.from(grey, (value) => (value <= darkest ? 1 : 0))
  eraseSmall(ink, width, height, largestLetter / metres)
  return ink
}

/** On white paper, where nothing is drawn. */
function greyOf(pixels: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(pixels.length / 4)
  for (let at = 0; at < grey.length; at++) {
    const [red, green, blue] = [pixels[at * 4] ?? 0, pixels[at * 4 + 1] ?? 0, pixels[at * 4 + 2] ?? 0]
    const light = 0.299 * red + 0.587 * green + 0.114 * blue
    grey[at] = Math.round(255 + ((light - 255) * (pixels[at * 4 + 3] ?? 0)) / 255)
  }
  return grey
}

/** The grey that parts dark from light best (Otsu), within what can be a line at all. */
function darkThreshold(grey: Uint8Array): number {
  const counts = new Float64Array(256)
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1
  const sum = counts.reduce((total, count, value) => total + count * value, 0)
  let [best, threshold, dark, darkSum] = [-1, 128, 0, 0]
  for (let value = 0; value < 255; value++) {
    dark += counts[value] ?? 0
    darkSum += value * (counts[value] ?? 0)
    const light = grey.length - dark
    if (dark === 0 || light === 0) continue
    const apart = dark * light * (darkSum / dark - (sum - darkSum) / light) ** 2
    if (apart > best) [best, threshold] = [apart, value]
  }
  return Math.min(225, Math.max(60, threshold))
}

/** Pieces of ink whose frame is smaller than `most` pixels. Diagonal pixels hang together: thin slanted lines are one piece. */
function eraseSmall(ink: Uint8Array, width: number, height: number, most: number): void {
  const seen = new Uint8Array(ink.length)
  const piece: number[] = []
  for (let from = 0; from < ink.length; from++) {
    if (ink[from] !== 1 || seen[from] === 1) continue
    piece.length = 0
    piece.push(from)
    seen[from] = 1
    let [left, right, top, bottom] = [width, 0, height, 0]
    for (let next = 0; next < piece.length; next++) {
      const at = piece[next] ?? 0
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const beside = row * width + column
          if (ink[beside] !== 1 || seen[beside] === 1) continue
          seen[beside] = 1
          piece.push(beside)
        }
    }
    if (Math.max(right - left, bottom - top) + 1 < most) for (const at of piece) ink[at] = 0
  }
}
