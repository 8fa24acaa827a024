// Room for reads shrinks while the event loop comes round late, and grows again.
import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createReadRoom } from './read-room.ts'

it('has room for fewer reads while the event loop is late, for a quarter at least, and for all when it is not', async () => {
  const room = createReadRoom(6)
  expect(room()).toBe(6)
  for (let turn = 0; room() > 2; turn += 1) {
    expect(turn).toBeLessThan(100)
    const until = performance.now() + 300
    while (performance.now() < until);
    await othersTurn()
  }
  await expect.poll(async () => (await sleep(20), room()), { timeout: 60_000 }).toBe(6)
})
