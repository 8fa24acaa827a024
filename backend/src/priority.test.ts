// The thread of the backend goes first where it may, and heavy work gives way, each by itself.
import { getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { giveWay, goFirst } from './priority.ts'

const before = getPriority()
const mayGoFirst = process.getuid?.() === 0
afterAll(() => {
  if (mayGoFirst) setPriority(before)
})

it.runIf(process.platform === 'linux')('is of the thread that asks', async () => {
  goFirst()
  expect(getPriority()).toBe(mayGoFirst ? -5 : before)
  const worker = new Worker(`require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority())`, {
    eval: true,
  })
  const inherited = await new Promise((resolve) => worker.once('message', resolve))
  expect(inherited, 'a thread begins where the one is that began it').toBe(getPriority())
  giveWay()
  expect(getPriority()).toBe(5)
})
