// `npm run bench -- positioning [--data FOLDER]`: how far off positions are, on real measurements when a folder of them is named and
// on the simulated head office, and what readings cost. Everything runs in this process, through the product's own pipeline.
import { parseArgs } from 'node:util'
import { readRadioData } from './positioning-data.ts'
import { measureCost, scoreSimulation } from './positioning-simulation.ts'
import { scoreTracks, type TrackScore } from './positioning-tracks.ts'
import { measurement, printGoals, printJson, printTable, type Goal } from './report.ts'

const simulatedSeconds = 120
const seeds = [7, 11] as const

await measurement(async () => {
  const { values } = parseArgs({ options: { data: { type: 'string' } } })
  const real = values.data === undefined ? null : await realScores(values.data)
  const simulated = seeds.map((seed) => ({ seed, ...scoreSimulation(seed, simulatedSeconds) }))
  printTable(
    `Simulated head office, not calibrated, ${simulatedSeconds} s`,
    ['seed', 'mean m', 'median m', 'p90 m', 'in radius', 'jumps at rest', 'right floor', 'floor change p90 s'],
    simulated.map((row) => [
      String(row.seed),
      row.meanM,
      row.medianM,
      row.p90M,
      row.coverage,
      row.jumps,
      row.rightFloor,
      row.changeP90S,
    ]),
  )
  const cost = measureCost(15)
  printTable(
    '2,000 badges × 1 Hz, JSON to position, milliseconds of CPU per second',
    ['raddecs/s', 'reading', 'pipeline', 'raddecs per core second'],
    [[String(Math.round(cost.raddecsPerSecond)), cost.readMs, cost.pipelineMs, cost.raddecsPerCoreSecond]],
  )
  printGoals([
    ...(real
      ? [
          ...errorGoals('not calibrated', real.plain, [1.8, 1.65, 3]),
          ...errorGoals('calibrated', real.calibrated, [1.5, 1.4, 2.6]),
        ]
      : []),
    ...simulated.flatMap(({ seed, rightFloor, changeP90S, jumps, coverage }) => [
      { says: `simulated, seed ${seed}: right floor`, measured: rightFloor, atLeast: 0.99 },
      { says: `simulated, seed ${seed}: floor change p90, s`, measured: changeP90S, atMost: 10 },
      { says: `simulated, seed ${seed}: jumps at rest`, measured: jumps, atMost: 0.02 },
      ...radiusGoals(`simulated, seed ${seed}`, coverage),
    ]),
    { says: 'share of a core for 2,000 badges', measured: (cost.readMs + cost.pipelineMs) / 1000, atMost: 0.5 },
  ])
  printJson({ bench: 'positioning', real, simulated, cost })
})

async function realScores(folder: string) {
  const data = readRadioData(folder)
  const plain = await scoreTracks(data, false)
  const calibrated = data.survey.length >= 3 ? await scoreTracks(data, true) : null
  const line = (name: string, score: TrackScore) => [
    name,
    score.meanM,
    score.medianM,
    score.p90M,
    score.coverage,
    score.jumps,
    String(score.estimates),
  ]
  printTable(
    `Real tracks (${data.tracks.length}), causal, one estimate a second`,
    ['', 'mean m', 'median m', 'p90 m', 'in radius', 'jumps at rest', 'estimates'],
    [line('not calibrated', plain), ...(calibrated ? [line('calibrated by the survey', calibrated)] : [])],
  )
  return { plain, calibrated }
}

function errorGoals(
  name: string,
  score: TrackScore | null,
  [mean, median, p90]: readonly [number, number, number],
): Goal[] {
  if (!score) return []
  return [
    { says: `real, ${name}: mean m`, measured: score.meanM, atMost: mean },
    { says: `real, ${name}: median m`, measured: score.medianM, atMost: median },
    { says: `real, ${name}: p90 m`, measured: score.p90M, atMost: p90 },
    { says: `real, ${name}: jumps at rest`, measured: score.jumps, atMost: 0.02 },
    ...radiusGoals(`real, ${name}`, score.coverage),
  ]
}

/** A radius that holds everything says as little as one that holds half. */
function radiusGoals(name: string, coverage: number): Goal[] {
  return [
    { says: `${name}: errors within the radius`, measured: coverage, atLeast: 0.9 },
    { says: `${name}: errors within the radius`, measured: coverage, atMost: 0.98 },
  ]
}
