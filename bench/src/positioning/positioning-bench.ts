// `npm run bench -- positioning [--data FOLDER]`: how far off positions are, on real measurements when a folder of them is named and
// on simulated halls otherwise; floors in the simulated head office, plain and with an atrium; what readings cost; and how old a
// position is when it reaches the browser, with everything running. All through the product's own pipeline. `--only constants` chooses
// the constants once more, with each building left out.
import { parseArgs } from 'node:util'
import {
  goalsOf,
  hallsTogether,
  libraryGoals,
  meanBuilding,
  printBuildings,
  radiusGoals,
  scoreBuildings,
} from './buildings.ts'
import { chooseConstants, type Kind } from './constants.ts'
import { createHall } from './halls.ts'
import { largestScores } from './largest-floor.ts'
import { createCorridor, createWing } from './lines.ts'
import { measureLive, type LiveScore } from './live-delay.ts'
import { readRadioData, type RadioData } from './recordings.ts'
import { roomScores } from './rooms.ts'
import { scoreMisplaced, scoreWeakened } from './bad-receivers.ts'
import { createTower } from './towers.ts'
import { surveyOffice } from './office-survey.ts'
import {
  crowdOf,
  headOfficeScene,
  measureCost,
  scoreSimulation,
  siteOf,
  type Cost,
  type SimulationScore,
} from './simulation.ts'
import { percentile } from '../measuring/numbers.ts'
import { watchOthers } from '../measuring/process-meter.ts'
import {
  isMet,
  measurement,
  printGoals,
  printJson,
  printOtherLoad,
  printTable,
  type Goal,
} from '../measuring/report.ts'

/** Not those that any constant was chosen on. */
const hallSeeds = [101, 102, 103, 104, 105, 106] as const
/** The odd ones are corridors, the even ones wings. */
const lineSeeds = [201, 202, 203, 204] as const
const simulatedSeconds = 300
const buildings = [
  { seed: 7, variant: 'plain' },
  { seed: 11, variant: 'plain' },
  { seed: 7, variant: 'atrium' },
  { seed: 11, variant: 'atrium' },
] as const
/** Three to five storeys; their people change floor every minute or two. */
const towerSeeds = [301, 302, 303, 304] as const
const liveSeconds = 30
/** Not those that the numbers of the check were chosen on. */
const firstNamingSeed = 201
/** A share of fewer halls says little: the table is printed, nothing is judged. */
const enoughTrials = 24

await measurement(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      trials: { type: 'string' },
      only: { type: 'string' },
      constants: { type: 'string' },
      cases: { type: 'string' },
    },
  })
  const others = watchOthers()
  if (values.only === 'tracks') return judge((await trackScores(values.data)).goals)
  if (values.only === 'constants') return chooseConstants(kindsOf(values.data), values.constants)
  if (values.only === 'floors') return judge(simulationScores().goals)
  if (values.only === 'rooms') return judge((await roomScores(values.cases)).goals)
  if (values.only === 'largest') return judge((await largestScores()).goals)
  if (values.only === 'cost') return judge((await costScores()).goals)
  const naming = await namingScores(Number(values.trials ?? 6))
  if (values.only === 'receivers') return judge(naming.goals)
  const tracks = await trackScores(values.data)
  const simulated = simulationScores()
  const rooms = await roomScores()
  const largest = await largestScores()
  const cost = await costScores()
  const live = await measureLive(liveSeconds)
  printTable(
    `Gateway to browser, ${live.badges} badges × 1 Hz for ${liveSeconds} s: backend, PostgreSQL and relay running`,
    ['raddecs', 'positions', 'p50 ms', 'p95 ms', 'backend cores', 'stored'],
    [[String(live.raddecs), live.positions, live.p50Ms, live.p95Ms, live.cores, live.stored]],
  )
  printOtherLoad(others())
  const goals = [
    ...tracks.goals,
    ...simulated.goals,
    ...rooms.goals,
    ...largest.goals,
    ...cost.goals,
    ...liveGoals(live),
    ...naming.goals,
  ]
  judge(goals)
  printJson({
    bench: 'positioning',
    tracks,
    simulated: simulated.scores,
    rooms: rooms.scores,
    naming: naming.scores,
    largest: largest.scores,
    cost: cost.scores,
    live,
    goals,
  })
})

/** Simulated ones, and those of the folder; of one that lies in a folder of its own, everything in there is one kind. */
function kindsOf(folder: string | undefined): Kind[] {
  const kinds = new Map<string, RadioData[]>([
    ['halls', hallSeeds.slice(0, 3).map(createHall)],
    ['corridors', [createCorridor(lineSeeds[0])]],
    ['wings', [createWing(lineSeeds[1])]],
  ])
  for (const data of folder === undefined ? [] : readRadioData(folder)) {
    const kind = data.name.split('/')[0]!
    kinds.set(kind, [...(kinds.get(kind) ?? []), data])
  }
  return [...kinds].map(([name, buildings]) => ({ name, buildings }))
}

/** A goal that is missed fails the measurement, and so does one without a number. */
function judge(goals: readonly Goal[]): void {
  printGoals(goals)
  const missed = goals.filter((goal) => isMet(goal) !== true)
  if (missed.length > 0) process.exitCode = 1
}

async function namingScores(trials: number) {
  const seeds = Array.from({ length: trials }, (_, i) => firstNamingSeed + i)
  const scores = [
    { says: 'all receivers well, by badges', ...(await scoreWeakened(seeds, 0)) },
    { says: 'one lost 10 dB, by badges', ...(await scoreWeakened(seeds, 10)) },
    { says: 'one lost 15 dB, by badges', ...(await scoreWeakened(seeds, 15)) },
    { says: 'all where they are drawn, by a survey', ...(await scoreMisplaced(seeds, false)) },
    { says: 'one drawn 6 m off, by a survey', ...(await scoreMisplaced(seeds, true)) },
  ]
  printTable(
    'Naming a bad receiver in simulated halls',
    ['', 'halls', 'named', 'others accused'],
    scores.map(({ says, trials: count, named, accused }) => [says, String(count), String(named), String(accused)]),
  )
  const accused = scores.reduce((sum, score) => sum + score.accused, 0) / (trials * scores.length)
  const goals: Goal[] = [
    { says: 'receivers that lost 15 dB, named', measured: scores[2]!.named / trials, atLeast: 0.9 },
    { says: 'receivers drawn 6 m off, named', measured: scores[4]!.named / trials, atLeast: 0.8 },
    { says: 'good receivers accused per hall', measured: accused, atMost: 0.05 },
  ]
  return { scores, goals: trials < enoughTrials ? [] : goals }
}

async function trackScores(folder: string | undefined) {
  const data = folder === undefined ? hallSeeds.map(createHall) : readRadioData(folder)
  const scores = await scoreBuildings(data)
  const mean = meanBuilding('mean of all', scores)
  printBuildings(folder === undefined ? 'Simulated halls' : 'Recorded tracks', [...scores, mean])
  if (folder !== undefined)
    return { scores, mean, goals: [...scores.flatMap((score) => goalsOf(score)), ...libraryGoals(scores)] }
  const lines = await scoreBuildings(
    lineSeeds.map((seed) => (seed % 2 === 1 ? createCorridor(seed) : createWing(seed))),
  )
  printBuildings('Simulated, receivers in a line: corridors (odd) and wings', lines)
  // The halls differ as buildings do: together they are judged, not each by itself. In lines every circle is.
  return {
    scores: [...scores, ...lines],
    mean,
    goals: [...goalsOf(mean, hallsTogether), ...lines.flatMap(radiusGoals)],
  }
}

function simulationScores() {
  const scores = buildings.map((building) => ({
    ...building,
    ...scoreSimulation(headOfficeScene(building.seed, building.variant), simulatedSeconds),
  }))
  // Shown, not judged: they are there to choose by, beside the one building that the goals are about.
  const towers = towerSeeds.map((seed) => ({ seed, ...scoreSimulation(createTower(seed), simulatedSeconds) }))
  const rows = [
    ...scores.map((row) => ({ ...row, name: `${row.seed} ${row.variant}` })),
    ...towers.map((row) => ({ ...row, name: `tower ${row.seed}` })),
  ]
  printTable(
    `Simulated head office and towers, not calibrated, ${simulatedSeconds} s; with an atrium: the badges around it`,
    [
      'seed',
      'mean m',
      'median m',
      'p90 m',
      'in radius',
      'jumps at rest',
      'right room',
      'right floor',
      'changes',
      'seen mean s',
      'seen p90 s',
      'false flips per badge-hour',
    ],
    rows.map((row) => [
      row.name,
      row.meanM,
      row.medianM,
      row.p90M,
      row.coverage,
      row.jumps,
      row.rightRoom,
      row.rightFloor,
      String(row.changesS.length),
      row.changesS.reduce((sum, seconds) => sum + seconds, 0) / row.changesS.length,
      percentile(row.changesS, 0.9),
      row.flipsPerHour,
    ]),
  )
  // Of one draw of the radio four changes are a tenth: together they are judged.
  const changesS = scores.flatMap((score) => score.changesS).sort((a, b) => a - b)
  const seen: Goal = { says: 'head office: floor change seen p90, s', measured: percentile(changesS, 0.9), atMost: 7 }
  return { scores, towers, goals: [...scores.flatMap(buildingGoals), seen] }
}

async function costScores() {
  const office = crowdOf(2000)
  const site = await surveyOffice(siteOf(office), office)
  const [grid, surveyed] = [measureCost(office, 15), measureCost(office, 15, site)]
  const [crowd, many] = [measureCost(crowdOf(10_000), 5), measureCost(crowdOf(15_000), 5)]
  printTable(
    'JSON to position in one process, milliseconds of CPU per second of traffic',
    ['badges × 1 Hz', 'raddecs/s', 'reading', 'pipeline', 'raddecs per core second'],
    [
      costLine('2,000, grid filter', grid),
      costLine('2,000, surveyed', surveyed),
      costLine('10,000, trilateration', crowd),
      costLine('15,000, trilateration', many),
    ],
  )
  const shareOf = ({ readMs, pipelineMs }: Cost) => (readMs + pipelineMs) / 1000
  const goals: Goal[] = [
    { says: '2,000 badges, grid: share of a core', measured: shareOf(grid), atMost: 0.5 },
    { says: '2,000 badges, surveyed: share of a core', measured: shareOf(surveyed), atMost: 0.5 },
    { says: '10,000 badges: raddecs per core second', measured: crowd.raddecsPerCoreSecond, atLeast: 15_000 },
    { says: '15,000 badges: share of a core', measured: shareOf(many), atMost: 1 },
  ]
  return { scores: { grid, surveyed, crowd, many }, goals }
}

function costLine(name: string, { raddecsPerSecond, readMs, pipelineMs, raddecsPerCoreSecond }: Cost) {
  return [name, String(Math.round(raddecsPerSecond)), readMs, pipelineMs, raddecsPerCoreSecond]
}

type Scored = (typeof buildings)[number] & SimulationScore

/** No radius is promised where nobody surveyed and walls stand that nobody described; the table shows what it holds. */
function buildingGoals({ seed, variant, rightFloor, flipsPerHour, jumps }: Scored): Goal[] {
  const name = `head office ${seed}, ${variant}`
  const atLeast = variant === 'atrium' ? 0.95 : 0.993
  return [
    { says: `${name}: right floor`, measured: rightFloor, atLeast },
    // Around an atrium there are too few badges to judge more than their floor.
    ...(variant === 'atrium'
      ? []
      : [
          { says: `${name}: false flips of the floor per badge-hour`, measured: flipsPerHour, atMost: 0.1 },
          { says: `${name}: jumps at rest`, measured: jumps, atMost: 0.015 },
        ]),
  ]
}

function liveGoals(live: LiveScore): Goal[] {
  return [
    { says: 'positions that reached the browser', measured: live.positions, atLeast: 1 },
    { says: 'gateway to browser p95, ms', measured: live.p95Ms, atMost: 250 },
  ]
}
