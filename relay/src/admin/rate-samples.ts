// What happened in each of the last minutes' seconds, for the charts of the operators' page: one small sample per second.
import type { Totals } from '../operators/totals.ts'
import type { RateSample } from './state-shape.ts'

const chartSeconds = 120

export function createRateSamples(totals: Readonly<Totals>, clients: () => number) {
  const samples: RateSample[] = []
  let last = { ...totals }
  const timer = setInterval(() => {
    const { published, delivered } = totals
    samples.push({ published: published - last.published, delivered: delivered - last.delivered, clients: clients() })
    if (samples.length > chartSeconds) samples.shift()
    last = { ...totals }
  }, 1000)
  return { samples: (): readonly RateSample[] => samples, stop: () => clearInterval(timer) }
}
