import { expect, it } from 'vitest'
import { WrittenReply } from './written-reply.ts'

it('puts any number of pieces together as they are, whatever they are written in, and lets others go between', async () => {
  const names = Array.from({ length: 40_000 }, (_, n) => `Zoë ${n} 李 🦽`)
  let othersWent = false
  setImmediate(() => (othersWent = true))
  const { bytes } = await WrittenReply.of(['[', ...names.map((name, n) => (n ? ',' : '') + JSON.stringify(name)), ']'])
  expect(JSON.parse(String(bytes))).toEqual({ success: true, data: names })
  expect(othersWent).toBe(true)
})
