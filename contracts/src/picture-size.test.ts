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
    ['image/jpeg', 'ffd8ffe000104a464946'],
    ['image/jpeg', `ffd8${'ff00'.repeat(50)}`],
    ['image/jpeg', 'ffd8 ffda 0008 ffc0 0011 08 0140 01f0'],
    ['image/webp', `${riff} 41424344 00000000`],
    ['image/gif', '4749463839611000 1000'],
  ] as const)
    expect([hex, pictureSize(mediaType, bytes(hex))]).toEqual([hex, null])
})

it('says in words what is too large', () => {
  expect(tooManyPixels({ width: 5000, height: 8000 }, 40e6)).toBeNull()
  expect(tooManyPixels({ width: 20_000, height: 20_000 }, 40e6)).toContain('20000 × 20000 pixels; at most 40 million')
})
