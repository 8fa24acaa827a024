// `npm run bench -- advertisements [--frames N] [--seed N]`: a million advertisements, whole and broken, through the product's reader
// and classifier: none may make them throw, and wherever advlib reads a frame, ours must read the same. Also what a frame costs.
import { parseArgs } from 'node:util'
import { createFrames } from '@rollcall/backend/ingest/advertisement/a-frame'
import { readAdvertisement } from '@rollcall/backend/ingest/advertisement/advertisement'
import { compareWithAdvlib } from '@rollcall/backend/ingest/advertisement/advlib-agreement'
import { classify } from '@rollcall/backend/ingest/ambient/classify'
import { measurement, printGoals, printJson, printTable } from '../measuring/report.ts'

await measurement(async () => {
  const { values } = parseArgs({ options: { frames: { type: 'string' }, seed: { type: 'string' } } })
  const [frames, seed] = [Number(values.frames ?? 1_000_000), Number(values.seed ?? 7)]
  const { compared, differing, classified } = compareAll(frames, seed)
  const cost = { ours: costOf(seed, (frame) => readAdvertisement(frame, 'pdu')), both: costOf(seed, compareWithAdvlib) }
  printTable(
    `${frames.toLocaleString('en')} frames from seed ${seed}`,
    ['read by advlib', 'read differently', 'classified', 'µs to read', 'µs with advlib and comparison'],
    [[String(compared), String(differing.length), String(classified), cost.ours, cost.both]],
  )
  for (const frame of differing.slice(0, 10)) console.log(`differs: ${JSON.stringify(frame)}`)
  printGoals([
    { says: 'frames read differently', measured: differing.length, atMost: 0 },
    { says: 'share of frames that advlib reads', measured: compared / frames, atLeast: 0.5 },
  ])
  printJson({ bench: 'advertisements', frames, seed, compared, differing: differing.length, classified, cost })
})

/** Whatever throws ends the measurement. */
function compareAll(frames: number, seed: number) {
  const next = createFrames(seed)
  const differing: string[] = []
  let [compared, classified] = [0, 0]
  for (let i = 0; i < frames; i++) {
    const frame = next()
    const views = compareWithAdvlib(frame)
    if (views) {
      compared++
      if (JSON.stringify(views.ours) !== JSON.stringify(views.theirs)) differing.push(frame)
    }
    const form = i % 2 === 0 ? 'pdu' : 'payload'
    if (classify(readAdvertisement(frame, form), { kind: 'resolvable', maker: null })) classified++
  }
  return { compared, differing, classified }
}

/** Microseconds per frame. */
function costOf(seed: number, read: (frame: string) => unknown): number {
  const next = createFrames(seed)
  const frames = Array.from({ length: 20_000 }, next)
  const rounds = 5
  const start = performance.now()
  for (let round = 0; round < rounds; round++) for (const frame of frames) read(frame)
  return ((performance.now() - start) * 1000) / (rounds * frames.length)
}
