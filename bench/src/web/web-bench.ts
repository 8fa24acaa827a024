// `npm run bench -- web`: the browser application as people meet it, in headless Chromium without a graphics card: weight of
// the first visit, time to the first meaningful paint, 1,000 moving markers, and from a badge's reading to the screen.
import { parseArgs } from 'node:util'
import type { Cookie } from '@playwright/test'
import { measurement, printGoals, printJson, printTable } from '../measuring/report.ts'
import { measureDelay } from './delay.ts'
import { runMarkers, type MarkerRun } from './markers.ts'
import { startWebSystem } from './running-product.ts'
import { comparePaint } from './side-by-side.ts'
import { weigh } from './weight.ts'

await measurement(async () => {
  const { values } = parseArgs({ options: { before: { type: 'string' } } })
  const system = await startWebSystem()
  try {
    const signIn = await weigh(await system.browser.newContext(), `${system.url}/login`, 'form')
    const floorPlan = await weigh(await freshFloorPlan(), `${system.url}/floor-plan`, '[data-transmitter]')
    printTable(
      'First visit',
      ['page', 'JavaScript kB gzip', 'files of it', 'requests', 'largest paint ms'],
      [
        ['sign-in', signIn.scriptKb, signIn.scripts, signIn.requests, signIn.paintMs],
        ['floor plan', floorPlan.scriptKb, floorPlan.scripts, floorPlan.requests, floorPlan.paintMs],
      ],
    )
    const before = values.before === undefined ? null : await system.serve(values.before)
    const cookies = await (await system.signedIn()).cookies()
    const urls = before === null ? null : { now: system.url, before }
    const paint = urls && (await comparePaint(() => withCookies(cookies), urls))
    if (paint) {
      printTable(
        'Largest paint of the floor plan over the network of a phone, seven rounds in turns',
        ['now ms', 'before ms', 'ratio'],
        [[paint.nowMs, paint.beforeMs, paint.ratio]],
      )
    }
    const context = await system.signedIn()
    const delay = await measureDelay(context, system.url)
    printTable(
      'From reading to screen',
      ['positions', 'p50 ms', 'p95 ms'],
      [[String(delay.positions), delay.p50Ms, delay.p95Ms]],
    )
    const light = await runMarkers(system, context, { clusters: false, dark: false })
    const dark = await runMarkers(system, context, { clusters: false, dark: true })
    const crowd = await runMarkers(system, context, { clusters: true, dark: false })
    printTable(
      '1,000 markers, ten positions a second each',
      ['', 'page fps', 'painter fps', 'frame p95 ms', 'main thread ms per update', 'of them CPU', 'busy share'],
      [row('light', light), row('dark', dark), row('as counts', crowd)],
    )
    printGoals([
      { says: 'JavaScript of the sign-in page, kB gzip', measured: signIn.scriptKb, atMost: 190 },
      { says: 'JavaScript of the floor plan, kB gzip', measured: floorPlan.scriptKb, atMost: 350 },
      { says: 'requests of a first visit of the floor plan', measured: floorPlan.requests, atMost: 30 },
      { says: 'largest paint of the floor plan, now : before', measured: paint?.ratio ?? Number.NaN, atMost: 0.667 },
      { says: 'frames per second, 1,000 markers', measured: Math.min(light.pageFps, light.painterFps), atLeast: 55 },
      { says: 'main thread per update, ms', measured: light.busyMsPerUpdate, atMost: 8 },
      { says: 'from reading to screen, p95 ms', measured: delay.p95Ms, atMost: 1000 },
    ])
    printJson({ signIn, floorPlan, paint, delay, markers: { light, dark, crowd } })
  } finally {
    await system.stop()
  }

  /** Signed in, but with nothing in its cache. */
  async function freshFloorPlan() {
    return withCookies(await (await system.signedIn()).cookies())
  }

  async function withCookies(cookies: Cookie[]) {
    const context = await system.browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookies)
    return context
  }
})

function row(title: string, run: MarkerRun): (string | number)[] {
  const { pageFps, painterFps, frameP95Ms, busyMsPerUpdate, cpuMsPerUpdate, busyShare } = run
  return [title, pageFps, painterFps, frameP95Ms, busyMsPerUpdate, cpuMsPerUpdate, busyShare]
}
