// Reads Code 128, the bar code of badge labels, from a picture, for browsers that read none themselves (read-picture.ts). By hand:
// the packages that read it weigh 12 MB or are WebAssembly (docs/decisions/0022-scanning-without-a-camera-stream.md).

/** Luminance, one byte per pixel. */
export type GreyPicture = { readonly luma: Uint8Array; readonly width: number; readonly height: number }

/** Widths of bar, space, bar, space, bar, space; the last is the stop, which has one more bar. */
export const code128Widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
    .split(' ')
    .map((widths) => [...widths].map(Number))

const [codeC, codeB, codeA, shift] = [99, 100, 101, 98]
const [firstStart, lastStart, stop] = [103, 105, 106]
/** Lines looked at across the picture, in each of the two directions. */
const lines = 25
/** How far the widths of a symbol may be off, in modules: on the whole, and each. */
const mostOff = { all: 1.9, one: 0.75 }

export function readCode128({ luma, width, height }: GreyPicture): string | null {
  for (let index = 0; index < lines; index += 1) {
    // From the middle outwards: that is where people hold what they photograph.
    const share = 0.5 + ((index % 2 === 0 ? 1 : -1) * Math.ceil(index / 2)) / (lines + 1)
    const row = Math.floor(share * height) * width
    const column = Math.floor(share * width)
    const across = readLine(luma.subarray(row, row + width))
    const found = across ?? readLine(Uint8Array.from({ length: height }, (_, y) => luma[y * width + column]!))
    if (found !== null) return found
  }
  return null
}

function readLine(line: Uint8Array): string | null {
  const runs = runsOf(line)
  return readRuns(runs) ?? readRuns(runs.length % 2 === 0 ? runs.toReversed().slice(1) : runs.toReversed())
}

/** Lengths of light and dark in turn, a light one first (perhaps of length 0). Dark is what is darker than its surroundings. */
function runsOf(line: Uint8Array): number[] {
  const reach = Math.max(8, line.length >> 4)
  const runs = [0]
  let isDark = false
  let sum = 0
  for (let at = 0; at < Math.min(reach, line.length); at += 1) sum += line[at]!
  for (let at = 0; at < line.length; at += 1) {
    if (at + reach < line.length) sum += line[at + reach]!
    if (at > reach) sum -= line[at - reach - 1]!
    const around = Math.min(line.length - 1, at + reach) - Math.max(0, at - reach) + 1
    const dark = line[at]! < (sum / around) * 0.95
    if (dark !== isDark) {
      runs.push(0)
      isDark = dark
    }
    runs[runs.length - 1]! += 1
  }
  return runs
}

function readRuns(runs: readonly number[]): string | null {
  for (let at = 1; at + 6 * 4 < runs.length; at += 2) {
    const start = symbolAt(runs, at)
    if (start < firstStart || start > lastStart) continue
    const values = [start]
    for (let next = at + 6; next + 5 < runs.length; next += 6) {
      const value = symbolAt(runs, next)
      if (value === stop && values.length > 2) return textOf(values)
      if (value < 0 || value >= firstStart) break
      values.push(value)
    }
  }
  return null
}

/** Which symbol begins with this run; -1 for none. */
function symbolAt(runs: readonly number[], at: number): number {
  let best = -1
  let least: number = mostOff.all
  for (const [value, widths] of code128Widths.entries()) {
    const modules = value === stop ? 13 : 11
    let total = 0
    for (let index = 0; index < widths.length; index += 1) total += runs[at + index] ?? 0
    let off = 0
    for (const [index, width] of widths.entries()) {
      const one = Math.abs(((runs[at + index] ?? 0) * modules) / total - width)
      off = one > mostOff.one ? Infinity : off + one
    }
    if (off < least) [best, least] = [value, off]
  }
  return best
}

/** Null when the check symbol does not agree. */
function textOf(values: readonly number[]): string | null {
  const [start, ...rest] = values as [number, ...number[]]
  const check = rest.pop()
  const sum = rest.reduce((total, value, index) => total + value * (index + 1), start)
  if (sum % 103 !== check) return null
  let set = ['A', 'B', 'C'][start - firstStart]!
  let text = ''
  let once: string | null = null
  for (const value of rest) {
    const by: string = once ?? set
    once = null
    if (by === 'C' && value < 100) text += String(value).padStart(2, '0')
    else if (by !== 'C' && value < 96) text += characterOf(value, by)
    else if (by !== 'C' && value === shift) once = by === 'A' ? 'B' : 'A'
    else if (value === codeC && by !== 'C') set = 'C'
    else if (value === codeB && by !== 'B') set = 'B'
    else if (value === codeA && by !== 'A') set = 'A'
  }
  return text === '' ? null : text
}

/** Set A has control characters where set B has lower case. */
function characterOf(value: number, set: string): string {
  return String.fromCodePoint(set === 'A' && value >= 64 ? value - 64 : value + 32)
}
