// `npm run bench -- muster [--seeds N] [--only WORDS,…]`: a drill on the simulator, from the alarm until some minutes later, through the
// product's own positioning, storage and auto-accounting: who is accounted for by themselves, who wrongly, and who is called inside.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startDatabase } from '../measuring/database-server.ts'
import { isMet, measurement, printGoals, printJson, printTable, type Goal } from '../measuring/report.ts'
import { runDrill, type DrillOptions } from './drill.ts'
import type { DrillScore } from './drill-score.ts'

/** Not those that any constant was chosen on (bench/journals/at-a-muster-point.md). */
const firstSeed = 301

/** Drills of seventy people each. Of fewer than six a single person would be a larger share than the goals allow. */
const usualSeeds = 6

type Case = { says: string; options: Omit<DrillOptions, 'seed'>; isFull: boolean; seeds?: number }
/** Full: the whole goal holds; of the others only that nobody is called safe wrongly. The longest comes first. */
const cases: readonly Case[] = [
  { says: '2000 employees', options: { employees: 2000 }, isFull: true, seeds: 1 },
  { says: 'the demo', options: {}, isFull: true },
  { says: 'with an atrium', options: { variant: 'atrium' }, isFull: true },
  { says: 'points behind an annex', options: { variant: 'annex' }, isFull: true },
  { says: 'badges 6 dB weaker', options: { badgePowerDb: -6 }, isFull: true },
  { says: 'out before it rings', options: { outBeforeS: 150 }, isFull: false },
  { says: 'no receivers at the points', options: { receivers: { atMusterPoints: false } }, isFull: false },
  {
    says: 'no receivers outdoors',
    options: { receivers: { atMusterPoints: false, onFacade: false } },
    isFull: false,
  },
  { says: 'nobody leaves', options: { staysInside: true }, isFull: false },
]

type Drill = { says: string; isFull: boolean; options: DrillOptions }

/** One drill on a core of its own. */
const inWorker = (url: string, { options }: Drill) =>
  new Promise<DrillScore>((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { url, options } })
    worker.once('message', resolve).once('error', reject)
  })

async function runAll(url: string, drills: readonly Drill[]) {
  const waiting = [...drills]
  const results: { says: string; seed: number; isFull: boolean; score: DrillScore }[] = []
  const lane = async () => {
    for (let drill = waiting.shift(); drill; drill = waiting.shift()) {
      const { says, isFull, options } = drill
      const score = await inWorker(url, drill)
      console.error(`${says}, seed ${options.seed}: ${JSON.stringify(score)}`)
      const hasSeen = score.people > 0 && (options.staysInside || score.stood > 0)
      if (!hasSeen) throw new Error(`${says}, seed ${options.seed}: nobody was seen at a point`)
      results.push({ says, seed: options.seed, isFull, score })
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return results
}

async function main() {
  const { values } = parseArgs({
    options: { seeds: { type: 'string' }, first: { type: 'string' }, only: { type: 'string' } },
  })
  const first = Number(values.first ?? firstSeed)
  const words = (values.only ?? '').split(',')
  const chosen = cases.filter(({ says }) => words.some((word) => says.includes(word)))
  const drills = chosen.flatMap(({ says, isFull, options, seeds = usualSeeds }) =>
    Array.from({ length: Number(values.seeds ?? seeds) }, (_, i): Drill => {
      return { says, isFull, options: { ...options, seed: first + i } }
    }),
  )
  const server = await startDatabase()
  try {
    const results = await runAll(server.url, drills)
    const rows = chosen.map(({ says }) => {
      const own = results.filter((result) => result.says === says)
      return { says, isFull: own[0]!.isFull, score: together(own.map(({ score }) => score)) }
    })
    printTable(
      'Drills on the simulator; times are seconds after the alarm',
      [
        '',
        'people',
        'stood 60 s',
        'accounted',
        'wrong: inside',
        'wrong: away',
        'within 2 m',
        'to 50 %',
        'to 90 %',
        'out, called in',
        'in, never called',
        'out, in a room',
      ],
      rows.map(({ says, score }) => [
        says,
        String(score.people),
        String(score.stood),
        score.accountedInTime / score.stood,
        String(score.wronglyInside),
        String(score.wronglyOutside),
        String(score.justBeyond),
        score.to50S,
        score.to90S,
        `${score.outsideCalledInside} of ${score.outside}`,
        `${score.insideNeverCalled} of ${score.inside}`,
        String(score.contradicted),
      ]),
    )
    const goals = [...rows.flatMap(goalsOf), ...goalOfAll(results)]
    printGoals(goals)
    printJson({ bench: 'muster', results, goals })
    if (goals.some((goal) => isMet(goal) === false)) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

function goalsOf({ says, isFull, score }: { says: string; isFull: boolean; score: DrillScore }): Goal[] {
  const always: Goal[] = [
    { says: `${says}: accounted for while inside`, measured: score.wronglyInside / score.people, atMost: 0.005 },
    { says: `${says}: said to be outside and in a room`, measured: score.contradicted, atMost: 0 },
  ]
  const inTime = score.accountedInTime / score.stood
  const full = { says: `${says}: stood at a point for 60 s and accounted for`, measured: inTime, atLeast: 0.95 }
  return isFull ? [full, ...always] : always
}

/** Without the drill of thousands, beside which those of the others would not count. */
function goalOfAll(results: readonly { readonly score: DrillScore }[]): Goal[] {
  const usual = results.map(({ score }) => score).filter(({ people }) => people < 1000)
  if (usual.length === 0) return []
  const { wronglyInside, wronglyOutside, people } = together(usual)
  const measured = (wronglyInside + wronglyOutside) / people
  return [{ says: 'all buildings: accounted for inside, or away from every point', measured, atMost: 0.005 }]
}

/** Sums; times are means. */
function together(scores: readonly DrillScore[]): DrillScore {
  const keys = Object.keys(scores[0]!) as (keyof DrillScore)[]
  const sums = keys.map((key) => [key, scores.reduce((sum, score) => sum + score[key], 0)] as const)
  const { to50S, to90S, ...counts } = Object.fromEntries(sums) as DrillScore
  return { ...counts, to50S: to50S / scores.length, to90S: to90S / scores.length }
}

if (isMainThread) await measurement(main)
else {
  const { url, options } = workerData as { url: string; options: DrillOptions }
  parentPort!.postMessage(await runDrill(url, options), [])
}
