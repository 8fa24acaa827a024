// The floor plan under load: 1,000 markers, each with a new position ten times a second through the real relay, while the page
// glides them. Counts frames of page and painter, and the time the page's main thread is busy.
/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Worker } from '@playwright/test'
import { percentile } from '../measuring/numbers.ts'
import type { WebSystem } from './running-product.ts'

export type MarkerRun = {
  readonly pageFps: number
  /** Frames of the worker that paints; it draws in every one of them while something moves. */
  readonly painterFps: number
  readonly frameP95Ms: number
  /** All of the page's own thread, whatever it does, divided by the updates in that time: from the clock and of the core. */
  readonly busyMsPerUpdate: number
  readonly cpuMsPerUpdate: number
  readonly busyShare: number
}

const markers = 1_000
const everyMs = 100
const settleMs = 3_000
const windowMs = 8_000

type Floor = { readonly id: string; readonly buildingId: string; readonly widthM: number; readonly heightM: number }

export async function runMarkers(
  system: WebSystem,
  context: BrowserContext,
  options: { clusters: boolean; dark: boolean },
): Promise<MarkerRun> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' })
  await page.addInitScript(
    (clusters) => localStorage.setItem('rollcall.layers', JSON.stringify({ clusters })),
    options.clusters,
  )
  const floor = await lowestFloor(page, system.url)
  await page.goto(`${system.url}/floor-plan/${floor.id}`)
  await page.getByTestId('map').waitFor()
  const crowd = createCrowd(floor)
  const over = new AbortController()
  const sending = (async () => {
    for (let next = Date.now(); !over.signal.aborted; next += everyMs) {
      await system.publish(`floor:${floor.id}`, { type: 'position-batch', data: crowd() })
      await sleep(Math.max(0, next + everyMs - Date.now()))
    }
  })()
  await sleep(settleMs)
  const busy = await busyTime(page)
  const [pageFrames, painterFrames] = await Promise.all([
    page.evaluate(countFrames, windowMs),
    painter(page)?.evaluate(countFrames, windowMs) ?? [],
  ])
  over.abort()
  await sending
  await page.close()
  const gaps = pageFrames.slice(1).map((at, index) => at - (pageFrames[index] ?? at))
  return {
    pageFps: rateOf(pageFrames),
    painterFps: rateOf(painterFrames),
    frameP95Ms: percentile(
      gaps.sort((a, b) => a - b),
      0.95,
    ),
    busyMsPerUpdate: (busy.TaskDuration * 1000) / (windowMs / everyMs),
    cpuMsPerUpdate: (busy.ThreadTime * 1000) / (windowMs / everyMs),
    busyShare: busy.TaskDuration / (windowMs / 1000),
  }
}

/** Without counting frames meanwhile, which would itself keep the page busy. */
async function busyTime(page: Page): Promise<{ TaskDuration: number; ThreadTime: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const valueOf = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? Number.NaN
    return { TaskDuration: valueOf('TaskDuration'), ThreadTime: valueOf('ThreadTime') }
  }
  const before = await taken()
  await sleep(windowMs)
  const after = await taken()
  await session.detach()
  return { TaskDuration: after.TaskDuration - before.TaskDuration, ThreadTime: after.ThreadTime - before.ThreadTime }
}

function painter(page: Page): Worker | undefined {
  return page.workers().find((worker) => worker.url().includes('painter-worker'))
}

/** Runs in the page and in the worker: the moments of all frames within `ms`. */
function countFrames(ms: number): Promise<number[]> {
  return new Promise((resolve) => {
    const at: number[] = []
    const begin = performance.now()
    const frame = () => {
      at.push(performance.now())
      if (performance.now() - begin < ms) requestAnimationFrame(frame)
      else resolve(at)
    }
    requestAnimationFrame(frame)
  })
}

function rateOf(frames: readonly number[]): number {
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return seconds > 0 ? (frames.length - 1) / seconds : Number.NaN
}

async function lowestFloor(page: Page, url: string): Promise<Floor> {
  const { data } = await (await page.request.get(`${url}/api/context`)).json()
  const building = data.buildings[0]
  return { ...building.floors.at(-1), buildingId: building.id }
}

/** People who wander at a walking pace; each call is the next tenth of a second. */
function createCrowd(floor: Floor): () => object[] {
  const walkers = Array.from({ length: markers }, (_, index) => ({
    x: ((index * 37) % 1000) / 1000,
    y: ((index * 61) % 1000) / 1000,
    way: index,
  }))
  let seq = 1_000_000_000
  const kinds = ['employee', 'visitor', 'contractor', 'asset']
  const within = (value: number) => Math.min(1, Math.max(0, value))
  return () =>
    walkers.map((walker, index) => {
      walker.way += Math.sin(seq + index) * 0.2
      walker.x = within(walker.x + (Math.cos(walker.way) * 0.14) / floor.widthM)
      walker.y = within(walker.y + (Math.sin(walker.way) * 0.14) / floor.heightM)
      const { x, y } = walker
      return {
        transmitterId: `bench-${index}`,
        position: { x: x * 100, y: y * 100, xM: x * floor.widthM, yM: y * floor.heightM },
        positionMethod: 'grid',
        floorId: floor.id,
        buildingId: floor.buildingId,
        zoneId: null,
        accuracyM: 2,
        confidence: 0.8,
        receiverCount: 5,
        entityType: kinds[index % kinds.length],
        entityId: null,
        name: `Walker ${index}`,
        timestamp: Date.now(),
        seq: seq++,
      }
    })
}
