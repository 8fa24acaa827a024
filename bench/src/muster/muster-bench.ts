// `npm run bench -- muster [--seeds N] [--only WORDS]`: a drill on the simulator, from the alarm until seven minutes later, through the
// product's own positioning, storage and auto-accounting: who is accounted for by themselves, who wrongly, and who is called inside.
import { parseArgs } from 'node:util'
import { startDatabase } from '../measuring/database-server.ts'
import { measurement, printGoals, printJson, printTable, type Goal } from '../measuring/report.ts'
import { runDrill, type DrillOptions } from './drill.ts'
import type { DrillScore } from './drill-score.ts'

/** Not those that any constant was chosen on (bench/journals/at-a-muster-point.md). */
const firstSeed = 301

const cases: readonly { says: string; seeds: number; options: Omit<DrillOptions, 'seed'>; hasGoal: boolean }[] = [
  { says: 'the demo', seeds: 4, options: {}, hasGoal: true },
  { says: 'with an atrium', seeds: 2, options: { variant: 'atrium' }, hasGoal: true },
  { says: 'points behind an annex', seeds: 2, options: { variant: 'annex' }, hasGoal: true },
  { says: 'badges 6 dB weaker', seeds: 2, options: { badgePowerDb: -6 }, hasGoal: true },
  { says: 'no receivers at the points', seeds: 2, options: { receivers: { atMusterPoints: false } }, hasGoal: false },
  { says: 'nobody leaves', seeds: 2, options: { staysInside: true }, hasGoal: false },
  { says: '2,000 employees', seeds: 1, options: { employees: 2000 }, hasGoal: true },
]

await measurement(async () => {
  const { values } = parseArgs({
    options: { seeds: { type: 'string' }, first: { type: 'string' }, only: { type: 'string' } },
  })
  const server = await startDatabase()
  try {
    const first = Number(values.first ?? firstSeed)
    const results: { says: string; seed: number; hasGoal: boolean; score: DrillScore }[] = []
    for (const { says, seeds, options, hasGoal } of cases.filter((each) => each.says.includes(values.only ?? ''))) {
      for (let seed = first; seed < first + Number(values.seeds ?? seeds); seed++) {
        const score = await runDrill(server, { ...options, seed })
        results.push({ says, seed, hasGoal, score })
        console.error(`${says}, seed ${seed}: ${JSON.stringify(score)}`)
      }
    }
    const rows = [...new Set(results.map(({ says }) => says))].map((says) => {
      const own = results.filter((result) => result.says === says)
      return { says, hasGoal: own[0]!.hasGoal, score: together(own.map(({ score }) => score)) }
    })
    printTable(
      'Drills on the simulator; times are seconds after the alarm',
      [
        '',
        'people',
        'stood 60 s',
        'accounted',
        'wrong: inside',
        'wrong: not there',
        'to 50 %',
        'to 90 %',
        'out, called in',
        'in, never called',
      ],
      rows.map(({ says, score }) => [
        says,
        String(score.people),
        String(score.stood),
        score.accountedInTime / score.stood,
        String(score.wronglyInside),
        String(score.wronglyOutside),
        score.to50S,
        score.to90S,
        `${score.outsideCalledInside} of ${score.outside}`,
        `${score.insideNeverCalled} of ${score.inside}`,
      ]),
    )
    const goals = rows.filter(({ hasGoal }) => hasGoal).flatMap(goalsOf)
    printGoals(goals)
    printJson({ bench: 'muster', results, goals })
    if (results.every(({ score }) => score.people === 0)) throw new Error('nobody was seen')
  } finally {
    await server.stop()
  }
})

function goalsOf({ says, score }: { says: string; score: DrillScore }): Goal[] {
  const wrong = (score.wronglyInside + score.wronglyOutside) / score.people
  return [
    {
      says: `${says}: stood at a point for 60 s and accounted for`,
      measured: score.accountedInTime / score.stood,
      atLeast: 0.95,
    },
    { says: `${says}: people accounted for wrongly`, measured: wrong, atMost: 0.005 },
  ]
}

/** Sums; times are means. */
function together(scores: readonly DrillScore[]): DrillScore {
  const keys = Object.keys(scores[0]!) as (keyof DrillScore)[]
  const sums = keys.map((key) => [key, scores.reduce((sum, score) => sum + score[key], 0)] as const)
  const { to50S, to90S, ...counts } = Object.fromEntries(sums) as DrillScore
  return { ...counts, to50S: to50S / scores.length, to90S: to90S / scores.length }
}
