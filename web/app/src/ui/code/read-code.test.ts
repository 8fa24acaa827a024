import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { code128Widths } from './code-128.ts'
import { readCode } from './read-code.ts'
import type { ColourPicture } from './read-code.ts'

/** Light unless `isDark`, in grey. */
function picture(width: number, height: number, isDark: (x: number, y: number) => boolean): ColourPicture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at += 1)
    data.set([...Array<number>(3).fill(isDark(at % width, Math.floor(at / width)) ? 40 : 225), 255], at * 4)
  return { data, width, height }
}

function qrPicture(text: string, scale: number): ColourPicture {
  const { data, size } = encode(text, { border: 4 })
  return picture(size * scale, size * scale, (x, y) => data[Math.floor(y / scale)]![Math.floor(x / scale)]!)
}

/** Written from the standard: start B, a check symbol, the stop; digits as set C after `Code C` where `pairs` are given. */
function barsOf(text: string, pairs = ''): string {
  const values = [104, ...[...text].map((character) => character.codePointAt(0)! - 32)]
  if (pairs !== '') values.push(99, ...(pairs.match(/../g) ?? []).map(Number))
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103
  return [...values, check, 106].map((value) => code128Widths[value]!.join('')).join('')
}

function barPicture(bars: string, module: number, turned = false): ColourPicture {
  const dark = [...bars].flatMap((width, index) => Array<boolean>(Number(width) * module).fill(index % 2 === 0))
  const quiet = 12 * module
  const length = dark.length + 2 * quiet
  const breadth = 30 * module
  const at = (along: number) => dark[Math.floor(along) - quiet] ?? false
  return turned ? picture(breadth, length, (_, y) => at(y)) : picture(length, breadth, (x) => at(x))
}

/** The same seen through a poor camera: unevenly lit, noisy, a little out of focus. */
function poorly({ data, width, height }: ColourPicture): ColourPicture {
  const out = new Uint8ClampedArray(data.length).fill(255)
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width
    const sharp = [x - 1, x, x + 1].map((near) => data[(at - x + Math.min(width - 1, Math.max(0, near))) * 4]!)
    const noise = ((at * 7_919) % 23) - 11
    const grey = (sharp[0]! + 2 * sharp[1]! + sharp[2]!) / 4 - (x / width) * 60 + noise
    out.fill(grey, at * 4, at * 4 + 3)
  }
  return { data: out, width, height }
}

describe('reading a code from a picture', () => {
  it('reads a QR code', () => {
    const url = 'https://rollcall.example/badges/aa:bb:cc:dd:ee:ff'
    expect(readCode(qrPicture(url, 6))).toBe(url)
    expect(readCode(poorly(qrPicture(url, 6)))).toBe(url)
  })
  it('reads Code 128, from the left, from the right and from below', () => {
    const bars = barsOf('AA:BB:CC:DD:EE:FF')
    expect(readCode(barPicture(bars, 3))).toBe('AA:BB:CC:DD:EE:FF')
    expect(readCode(barPicture([...bars].toReversed().join(''), 3))).toBe('AA:BB:CC:DD:EE:FF')
    expect(readCode(barPicture(bars, 3, true))).toBe('AA:BB:CC:DD:EE:FF')
  })
  it('reads Code 128 with pairs of digits', () => {
    expect(readCode(barPicture(barsOf('E-', '004217'), 3))).toBe('E-004217')
  })
  it('reads Code 128 seen by a poor camera', () => {
    expect(readCode(poorly(barPicture(barsOf('aabbccddeeff'), 3)))).toBe('aabbccddeeff')
  })
  it('answers nothing rather than something wrong', () => {
    const values = barsOf('E-1234').match(/.{6}/g)!
    values[3] = code128Widths[40]!.join('')
    expect(readCode(barPicture(`${values.join('')}2`, 3))).toBeNull()
    expect(readCode(picture(300, 200, (x, y) => (x * y) % 7 === 0))).toBeNull()
    expect(readCode(picture(40, 30, () => false))).toBeNull()
  })
})
