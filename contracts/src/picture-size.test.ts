import { expect, it } from 'vitest'
import { pictureSize, tooManyPixels } from './picture-size.ts'

const bytes = (hex: string) =>
  new Uint8Array((hex.replaceAll(' ', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
const riff = '52494646 00000000 57454250'

it.each([
  ['image/png', '89504e470d0a1a0a 0000000d 49484452 00004e20 00009c40', { width: 20_000, height: 40_000 }],
  // A comment, filling, then the frame.
  ['image/jpeg', 'ffd8 fffe0004abcd ff ffc2 0011 08 0140 01f0', { width: 496, height: 320 }],
  ['image/webp', `${riff} 56503820 00000000 000000 9d012a 4001 f001`, { width: 320, height: 496 }],
  ['image/webp', `${riff} 5650384c 00000000 2f 3fc17b00`, { width: 320, height: 496 }],
  ['image/webp', `${riff} 56503858 00000000 00000000 3f0100 ef0100`, { width: 320, height: 496 }],
] as const)('reads the size of %s from %s', (mediaType, hex, size) => {
  expect(pictureSize(mediaType, bytes(hex))).toEqual(size)
})

it('does not know the size of what ends early, has none, or is something else', () => {
  for (const [mediaType, hex] of [
    ['image/png', '89504e470d0a1a0a0000000d49484452'],
    ['image/png', '89504e470d0a1a0a 0000000d 49484452 00000000 00000001'],
    ['image/png', '89504e470d0a1a0a 0000000d 49484452 00000001 00000000'],
    ['image/png', '89504e470d0a1a0a 0000000d 49444154 00000001 00000001'],
    ['image/jpeg', 'ffd8 00c0 0011 08 0140 01f0'],
    ['image/jpeg', 'ffd8ffe000104a464946'],
    ['image/jpeg', `ffd8${'ff00'.repeat(50)}`],
    ['image/jpeg', 'ffd8 ffda 0008 ffc0 0011 08 0140 01f0'],
    ['image/jpeg', 'ffd8 ffda 0002 ffc0 0011 08 0140 01f0'],
    ['image/webp', `${riff} 41424344 00000000`],
    ['image/webp', `${riff} 41424344 00000000 2f 3fc17b00`],
    ['image/gif', '4749463839611000 1000'],
  ] as const)
    expect([hex, pictureSize(mediaType, bytes(hex))]).toEqual([hex, null])
})

it('finds the size in every kind of frame, and never in a table', () => {
  const sizes = Array.from({ length: 18 }, (_, at) => 0xbf + at).filter((marker) => {
    // A frame, or a segment of four bytes with no size behind it.
    const size = pictureSize('image/jpeg', bytes(`ffd8 ff${marker.toString(16)} 0008 08 0140 01f0 00`))
    expect([null, 320]).toContain(size?.height ?? null)
    return size !== null
  })
  expect(sizes).toEqual([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
})

it('steps over a segment that says it is shorter than its own length', () => {
  const size = pictureSize('image/jpeg', bytes('ffd8 ffe1 0000 ffc0 0011 08 0140 01f0'))
  expect(size).toEqual({ width: 496, height: 320 })
})

it('reads 24 bits of a large picture, and no more than 14 of another', () => {
  expect(pictureSize('image/webp', bytes(`${riff} 56503858 00000000 00000000 000001 ffff01`))).toEqual({
    width: 65_537,
    height: 131_072,
  })
  expect(pictureSize('image/webp', bytes(`${riff} 56503820 00000000 000000 9d012a 41c1 f0c1`))).toEqual({
    width: 321,
    height: 496,
  })
})

it('tells by how much a picture is too large', () => {
  expect(tooManyPixels({ width: 5000, height: 8000 }, 40e6)).toBeNull()
  expect(tooManyPixels({ width: 20_000, height: 20_000 }, 40e6)).toEqual({ width: 20_000, height: 20_000, most: 40 })
})
