// Slots as Redis itself counts them (`CLUSTER KEYSLOT`).
import { expect, it } from 'vitest'
import { slotOf } from './redis-slots.ts'

it.each([
  ['123456789', 12_739],
  ['foo', 12_182],
  ['{foo}.bar', 12_182],
  ['a{foo}{bar}', 12_182],
  ['{}foo', 9500],
  ['', 0],
  ['é', 10_180],
])('%s is in slot %i', (key, slot) => {
  expect(slotOf(key)).toBe(slot)
})
