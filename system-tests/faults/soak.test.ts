// An hour of work (SOAK_MINUTES) with a fault each minute: nothing lost or doubled, every view right again, memory and descriptors flat.
// Kills are of the relay and the database, so that backend and web server live long enough to be judged. `npm run test:faults -- soak`.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { residentBytes } from '@rollcall/bench/measuring/process-meter'
import { faults } from './injected-faults.ts'
import { type Running, startWork, underWork } from './under-work.ts'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 60)
/** A process has learnt what it needs by then. */
const warmUpMinutes = Math.min(10, minutes / 3)
const judged = ['backend', 'web'] as const
const mostMegabytesAMinute = 1
const mostDescriptorsAMinute = 1
const kinds = /relay|database (is killed|takes|has)|slow|disk/

type Sample = {
  readonly minute: number
  readonly pid: number
  readonly megabytes: number
  readonly descriptors: number
}

let running: Running
beforeAll(async () => {
  running = await startWork()
}, 500_000)
afterAll(() => running?.stop())

/** By the method of least squares: how much more a minute. */
function slope(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [atMean, valueMean] = [mean(({ minute }) => minute), mean(value)]
  const spread = mean(({ minute }) => (minute - atMean) ** 2)
  return mean((one) => (one.minute - atMean) * (value(one) - valueMean)) / spread
}

it('memory and descriptors stay what they are, and nothing is lost', async () => {
  const samples = new Map(judged.map((name): [string, Sample[]] => [name, []]))
  const inTurn = Object.entries(faults).filter(([name]) => kinds.test(name))
  const neverRight: string[] = []
  const { figures, found } = await underWork(running, async (untilRight) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      const begun = performance.now()
      const [name, fault] = inTurn[minute % inTurn.length]!
      await fault(running.product)
      const waited = await untilRight().catch((error: unknown) => {
        neverRight.push(`minute ${minute}, ${name}: ${String(error)}`)
        return 'too many'
      })
      console.log(`Minute ${minute}: ${name}, right again after ${waited} ms.`)
      await sleep(Math.max(0, begun + 60_000 - performance.now()))
      for (const [one, list] of samples) {
        const pid = running.product.pidOf(one as (typeof judged)[number])
        const descriptors = readdirSync(`/proc/${pid}/fd`).length
        list.push({ minute, pid, megabytes: residentBytes(pid) / 2 ** 20, descriptors })
      }
    }
  })
  const slopes = [...samples].map(([name, list]) => {
    const late = list.filter(({ minute }) => minute >= warmUpMinutes)
    return {
      name,
      lives: new Set(late.map(({ pid }) => pid)).size,
      megabytes: slope(late, ({ megabytes }) => megabytes),
      descriptors: slope(late, ({ descriptors }) => descriptors),
    }
  })
  console.log(JSON.stringify({ minutes, ...figures, slopes, found, neverRight }))
  expect(neverRight).toEqual([])
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([])
  for (const { name, lives, megabytes, descriptors } of slopes) {
    expect(lives, `${name} lived all the time`).toBe(1)
    expect(megabytes, `${name}, MB a minute`).toBeLessThan(mostMegabytesAMinute)
    expect(descriptors, `${name}, descriptors a minute`).toBeLessThan(mostDescriptorsAMinute)
  }
}, 7_200_000)
