// What a first visit costs: JavaScript that is loaded before the page is usable, as it travels (gzip), and the time until
// something meaningful is painted.
/// <reference lib="dom" />
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'

export type Weight = {
  readonly scriptKb: number
  readonly scripts: number
  readonly requests: number
  readonly paintMs: number
}

/** `shows`: what a person waits for on this page. The context has an empty cache. */
export async function weigh(
  context: BrowserContext,
  url: string,
  shows: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Weight> {
  const bodies: Promise<Buffer>[] = []
  let requests = 0
  context.on('request', (request) => {
    // What the service worker keeps for later is not waited for.
    if (!request.serviceWorker()) requests += 1
  })
  context.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.request().serviceWorker())
      bodies.push(response.body())
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1)
      if (last) Object.assign(globalThis, { lastPaint: last.startTime })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await prepare?.(page)
  await page.goto(url)
  await page.locator(shows).first().waitFor({ state: 'visible' })
  await page.waitForLoadState('networkidle')
  const paintMs = await page.evaluate(() => (globalThis as unknown as { lastPaint?: number }).lastPaint ?? Number.NaN)
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  await page.close()
  return { scriptKb: sizes.reduce((sum, size) => sum + size, 0) / 1000, scripts: sizes.length, requests, paintMs }
}
