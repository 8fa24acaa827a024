// Patches, put together again by the few lines that the format needs.
import { expect, it } from 'vitest'
import { fossilPatch } from './fossil-delta.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~'
const numberOf = (text: string) => [...text].reduce((sum, digit) => sum * 64 + digits.indexOf(digit), 0)

/** The bytes, and what the patch says of them: their number and their checksum. */
function apply(old: Buffer, patch: Buffer): { whole: Buffer; size: number; sum: number } {
  const text = patch.toString('latin1')
  const pieces: Buffer[] = []
  let at = text.indexOf('\n') + 1
  for (;;) {
    const [, number = '', sign] = /^([\w~]+)([@:;])/.exec(text.slice(at, at + 20)) ?? []
    const length = numberOf(number)
    at += number.length + 1
    if (sign === '@') {
      const end = text.indexOf(',', at)
      const start = numberOf(text.slice(at, end))
      pieces.push(old.subarray(start, start + length))
      at = end + 1
    } else if (sign === ':') {
      pieces.push(patch.subarray(at, at + length))
      at += length
    } else {
      return { whole: Buffer.concat(pieces), size: numberOf(text.slice(0, text.indexOf('\n'))), sum: length }
    }
  }
}

function checksum(bytes: Buffer): number {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) % 2 ** 32
  return sum
}

const badges = (serial: number) =>
  JSON.stringify(Array.from({ length: 30 }, (_, at) => ({ id: `Ärzte-${at}`, x: (at * 7 + serial * (at % 3)) % 40 })))
const repeated = Buffer.alloc(70_000, '{"x":1.5,"y":2},')

it.each([
  ['a floor on which some moved', badges(1), badges(2)],
  ['what is the same', badges(1), badges(1)],
  ['what became longer at both ends', badges(1), `before${badges(1)}after`],
  ['what became shorter', badges(1), badges(1).slice(100, 400)],
  ['much repetition', repeated, Buffer.concat([repeated.subarray(9, 40_001), Buffer.from('new'), repeated])],
  ['bytes above 127', Buffer.alloc(600, 255), Buffer.concat([Buffer.alloc(300, 255), Buffer.from([128, 0, 254])])],
])('of %s are smaller and lead to it', (_, before, after) => {
  const [old, next] = [Buffer.from(before), Buffer.from(after)]
  const patch = fossilPatch(old, next) ?? next
  expect(patch.length).toBeLessThan(next.length)
  const { whole, size, sum } = apply(old, patch)
  expect(whole.equals(next)).toBe(true)
  expect([size, sum]).toEqual([next.length, checksum(next)])
})

it.each([
  ['nothing before', '', badges(1)],
  ['nothing after', badges(1), ''],
  ['something else', badges(1), 'quite another text without anything in common'],
])('are not made of %s', (_, before, after) => {
  expect(fossilPatch(Buffer.from(before), Buffer.from(after))).toBeNull()
})
