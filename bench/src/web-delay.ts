// How long a badge's reading takes to the screen: from the reading that a position was computed from (the filter's own delay
// lies before it) through backend, relay and page to the first frame that shows it. The building is the simulator's.
/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { percentile } from './numbers.ts'

export type Delay = { readonly positions: number; readonly p50Ms: number; readonly p95Ms: number }

const settleMs = 12_000
const windowMs = 20_000

export async function measureDelay(context: BrowserContext, url: string): Promise<Delay> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const delays: number[] = []
    Object.assign(globalThis, { delays })
    const Plain = globalThis.WebSocket
    const Watched = class extends Plain {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols)
        this.addEventListener('message', ({ data }) => {
          const stamps = [...String(data).matchAll(/"timestamp":(\d+)/g)].map(([, at]) => Number(at))
          // The frame after the next one has been shown: page and painter have both had their turn.
          requestAnimationFrame(() => requestAnimationFrame(() => delays.push(...stamps.map((at) => Date.now() - at))))
        })
      }
    }
    Object.assign(globalThis, { WebSocket: Watched })
  })
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
