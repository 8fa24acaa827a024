// The faults of a whole system, each injected for real into the product as `npm start` runs it, while people work: judged by what was asked
// and answered, by rows, audit lines and views. A fault is held when nothing was lost, doubled or left unwritten, no answer is one that
// nobody can act on, and every view is the database's again within fifteen seconds. FAULT_RUNS=3 tries each three times, FAULTS names
// some of them. `npm run test:faults -- whole-system`.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fault, faults } from './injected-faults.ts'
import { endDrills, type Running, startWork, underWork } from './under-work.ts'

const runs = Number(process.env['FAULT_RUNS'] ?? 1)
const wanted = new RegExp(process.env['FAULTS'] ?? '')

let running: Running
beforeAll(async () => {
  running = await startWork()
}, 180_000)
afterAll(() => running?.product.stop())

async function once(fault: Fault) {
  let recoveredMs = Number.NaN
  try {
    const { figures, found } = await underWork(running, async (untilRight) => {
      await fault(running.product)
      recoveredMs = await untilRight()
    })
    return { recoveredMs, figures, wrong: Object.entries(found).filter(([, list]) => list.length > 0) }
  } catch (error) {
    await endDrills(running)
    return { recoveredMs, figures: {}, wrong: [['not judged', [String(error)]]] }
  }
}

it('every fault is held', async () => {
  const notHeld: string[] = []
  let tried = 0
  for (const [name, fault] of Object.entries(faults).filter(([one]) => wanted.test(one)))
    for (let run = 1; run <= runs; run += 1) {
      const { recoveredMs, figures, wrong } = await once(fault)
      tried += 1
      if (wrong.length > 0)
        notHeld.push(`${name}, run ${run}: ${JSON.stringify(Object.fromEntries(wrong)).slice(0, 500)}`)
      const verdict = wrong.length === 0 ? 'held' : `not held (${wrong.map(([what]) => what).join(', ')})`
      console.log(`${name}: ${verdict}, right again after ${recoveredMs} ms. ${JSON.stringify(figures)}`)
    }
  console.log(`faults ${tried} held ${tried - notHeld.length}`)
  expect(tried).toBeGreaterThan(0)
  expect(notHeld).toEqual([])
})
