// Loaded into the backend by the lag measurement (`node --import`): notes how late a timer of a millisecond comes, and how much of that the
// thread itself ran for, in place of waiting for a processor or standing still. Answers every line on its input with what it noted since.
import { openSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'

const everyMs = 1
const bytes = Buffer.alloc(128)
/** Of the main thread, whose number is that of the process. */
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
/** Milliseconds that it has run. */
const ranMs = () => Number(bytes.toString('latin1', 0, readSync(schedule, bytes, 0, 128, 0)).split(' ')[0]) / 1e6

/** @type {{ late: number, own: number }[]} */
let noted = []
let [before, ranBefore] = [performance.now(), ranMs()]

setInterval(() => {
  const [now, ran] = [performance.now(), ranMs()]
  const late = Math.max(0, now - before - everyMs)
  noted.push({ late, own: Math.min(late, ran - ranBefore) })
  before = now
  ranBefore = ran
}, everyMs).unref()

createInterface({ input: process.stdin }).on('line', () => {
  const answer = {
    seen: noted.length,
    late: figures(noted.map(({ late }) => late)),
    own: figures(noted.map(({ own }) => own)),
  }
  noted = []
  process.stdout.write(`${JSON.stringify({ answer })}\n`)
  // What answering took is nobody's lag.
  before = performance.now()
  ranBefore = ranMs()
})

/** @param {number[]} values */
function figures(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
  return { p99, most: sorted.at(-1) ?? 0 }
}
