// The faults of a whole system, each injected for real into the product as `npm start` runs it, while people work: judged by what was asked
// and answered, by rows, audit lines and views, two of them in a real browser. A fault is held when nothing was lost, doubled or left
// unwritten, no answer is one that nobody can act on, and every view is the database's again within fifteen seconds. FAULT_RUNS=3 tries
// each three times, FAULTS names some of them. `npm run test:faults -- whole-system`.
import { expect, it } from 'vitest'
import { type Fault, faults, preparedFaults } from './injected-faults.ts'
import { watchOwnTime } from './stood-still.ts'
import { endDrills, type Running, startWork, underWork } from './under-work.ts'

const runs = Number(process.env['FAULT_RUNS'] ?? 1)
/** Milliseconds; a run in which the measuring process itself stood still for longer is tried again. */
const mostStandstill = 5000
const wanted = new RegExp(process.env['FAULTS'] ?? '')

async function once(running: Running, fault: Fault) {
  let recoveredMs = Number.NaN
  try {
    const { figures, found } = await underWork(running, async (untilRight) => {
      await fault(running.product)
      recoveredMs = await untilRight()
    })
    return { recoveredMs, figures, wrong: Object.entries(found).filter(([, list]) => list.length > 0) }
  } catch (error) {
    return { recoveredMs, figures: {}, wrong: [['not judged', [String(error)]]] }
  }
}

/** Those that were not held. */
async function tryAll(all: readonly [string, Fault][], isPrepared: boolean): Promise<string[]> {
  if (all.length === 0) return []
  const notHeld: string[] = []
  const ownTime = watchOwnTime()
  let running = await startWork({ isPrepared })
  for (const [name, fault] of all)
    for (let run = 1; run <= runs; run += 1) {
      ownTime.worstMs()
      const { recoveredMs, figures, wrong } = await once(running, fault)
      const stoodStillMs = Math.round(ownTime.worstMs())
      const verdict = wrong.length === 0 ? 'held' : `not held (${wrong.map(([what]) => what).join(', ')})`
      console.log(`${name}: ${verdict}, right again after ${recoveredMs} ms. ${JSON.stringify(figures)}`)
      if (wrong.length === 0) continue
      const found = JSON.stringify(Object.fromEntries(wrong)).slice(0, 500)
      console.log(`${found}; logs: ${running.product.keepLogs()}`)
      if (stoodStillMs > mostStandstill) {
        console.log(`Not counted, and tried again: the measuring process itself stood still for ${stoodStillMs} ms.`)
        run -= 1
      } else notHeld.push(`${name}, run ${run}: ${found}`)
      if (running.product.hasEnded()) {
        await running.stop()
        running = await startWork({ isPrepared })
      } else await endDrills(running)
    }
  ownTime.stop()
  await running.stop()
  return notHeld
}

it('every fault is held', async () => {
  const [plain, prepared] = [faults, preparedFaults].map((all) =>
    Object.entries(all).filter(([name]) => wanted.test(name)),
  )
  const notHeld = [...(await tryAll(plain!, false)), ...(await tryAll(prepared!, true))]
  const tried = runs * (plain!.length + prepared!.length)
  console.log(`faults ${tried} held ${tried - notHeld.length}`)
  expect(tried).toBeGreaterThan(0)
  expect(notHeld).toEqual([])
}, 7_200_000)
