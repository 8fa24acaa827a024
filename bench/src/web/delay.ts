// How long a badge's reading takes to the screen: from the reading that a position was computed from (the filter's own delay
// lies before it) through backend, relay and page to the first frame that shows it. The building is the simulator's.
/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { percentile } from '../measuring/numbers.ts'

export type Delay = { readonly positions: number; readonly p50Ms: number; readonly p95Ms: number }

const settleMs = 12_000
const windowMs = 20_000
/** Of the rows in which moves travel (web/app, motionFields). */
const columns = { fields: 9, seenAt: 7 }

export async function measureDelay(context: BrowserContext, url: string): Promise<Delay> {
  const page = await context.newPage()
  await page.addInitScript(({ fields, seenAt }) => {
    const delays: number[] = []
    Object.assign(globalThis, { delays })
    const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')
    const watch = ({ data }: MessageEvent<{ type?: string; motions?: Float64Array }>) => {
      if (data.type !== 'motions' || !data.motions) return
      const stamps = data.motions.filter((_, at) => at % fields === seenAt)
      // The frame after the next one has been shown: the painter, which is told at the same moment, has had its turn.
      requestAnimationFrame(() => requestAnimationFrame(() => delays.push(...stamps.map((at) => Date.now() - at))))
    }
    // The page hears of every move through a port, as the painter does.
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      ...onmessage,
      set(this: MessagePort, listener: unknown) {
        this.addEventListener('message', watch)
        onmessage?.set?.call(this, listener)
      },
    })
  }, columns)
  await page.goto(`${url}/floor-plan`)
  await page.locator('[data-transmitter]').first().waitFor({ state: 'attached' })
  await sleep(settleMs)
  await page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays.splice(0))
  await sleep(windowMs)
  const delays = await page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays)
  await page.close()
  delays.sort((a, b) => a - b)
  return { positions: delays.length, p50Ms: percentile(delays, 0.5), p95Ms: percentile(delays, 0.95) }
}
