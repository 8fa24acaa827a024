// Largest paint of the floor plan as it is built now and as another build shows it (`--before FOLDER`): over the same backend, in turns,
// through the network of a phone, which costs the same whatever else the machine does. On the machine itself nobody waits for requests.
import type { BrowserContext, Page } from '@playwright/test'
import { percentile } from '../measuring/numbers.ts'
import { weigh } from './weight.ts'

export type SideBySide = { readonly nowMs: number; readonly beforeMs: number; readonly ratio: number }

const rounds = 7
/** As the browser's own tools describe a good mobile network. */
const phoneNetwork = {
  offline: false,
  latency: 165,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 1.5e6 / 8,
}

/** The ratio is the median of those of each round. `fresh`: signed in, with nothing in its cache. */
export async function comparePaint(
  fresh: () => Promise<BrowserContext>,
  urls: { readonly now: string; readonly before: string },
): Promise<SideBySide> {
  const pairs: { now: number; before: number }[] = []
  const paintOf = async (url: string) => {
    const context = await fresh()
    const { paintMs } = await weigh(context, `${url}/floor-plan`, '[data-transmitter]', throughPhoneNetwork)
    await context.close()
    return paintMs
  }
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push({ now: await paintOf(urls.now), before: await paintOf(urls.before) })
    else {
      const before = await paintOf(urls.before)
      pairs.push({ now: await paintOf(urls.now), before })
    }
  }
  const middle = (of: (pair: { now: number; before: number }) => number) =>
    percentile(
      pairs.map(of).toSorted((a, b) => a - b),
      0.5,
    )
  return {
    nowMs: middle(({ now }) => now),
    beforeMs: middle(({ before }) => before),
    ratio: middle(({ now, before }) => now / before),
  }
}

async function throughPhoneNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', phoneNetwork)
}
