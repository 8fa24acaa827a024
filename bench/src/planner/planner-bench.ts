// `npm run bench -- planner`: is the planner's map true? What it predicts for receivers as they hang, place by place, against how far off
// badges are in the simulated head office: plain, with an atrium, with an annex, and with few receivers up to one in every room.
import { createHeadOffice, type Variant } from '@rollcall/simulator/building/head-office'
import { type Building, centreOf } from '@rollcall/simulator/building/model'
import { receiverLocations } from '@rollcall/simulator/building/receivers'
import { planCells, predictAccuracy } from '@rollcall/contracts/predicted-accuracy'
import type { Site } from '@rollcall/contracts/site'
import { isMet, measurement, printGoals, printJson, printTable, type Goal } from '../measuring/report.ts'
import { measureErrors } from './measured-errors.ts'
import { meanOf, rankCorrelation } from './rank-correlation.ts'

/** Walls stay, what the air does differs. */
const seeds = [31, 32] as const
const variants: readonly Variant[] = ['plain', 'atrium', 'annex']
const densities: Readonly<Record<string, (building: Building) => Site['receivers']>> = {
  'every fourth': (building) => indoors(building).filter((_, index) => index % 4 === 1),
  'every second': (building) => indoors(building).filter((_, index) => index % 2 === 0),
  'as in the demo': indoors,
  'in every room': inEveryRoom,
}

type Place = { predictedM: number; measuredM: number }
type Row = { name: string; receivers: number; places: Place[]; unheard: number }

await measurement(async () => {
  const rows = variants.flatMap((variant) => Object.keys(densities).map((density) => compare(variant, density)))
  const all = rows.flatMap(({ places }) => places)
  printTable(
    'Predicted and measured mean error, metres, by places 4 m apart',
    ['', 'receivers', 'places', 'no marker', 'predicted', 'measured', 'ratio', 'rank correlation'],
    rows.map(lineOf),
  )
  const goals: Goal[] = [
    ...rows.flatMap(({ name, places }) => [
      { says: `${name}: predicted / measured`, measured: ratioOf(places), atLeast: 0.75 },
      { says: `${name}: predicted / measured`, measured: ratioOf(places), atMost: 1.33 },
    ]),
    { says: 'rank correlation of all places', measured: correlationOf(all), atLeast: 0.6 },
    {
      says: 'rank correlation of buildings and densities',
      measured: correlationOf(rows.map(({ places }) => meansOf(places))),
      atLeast: 0.9,
    },
    { says: 'places measured', measured: all.length, atLeast: 1000 },
  ]
  printGoals(goals)
  if (goals.some((goal) => isMet(goal) !== true)) process.exitCode = 1
  printJson({ bench: 'planner', rows: rows.map(lineOf), goals })
})

function compare(variant: Variant, density: string): Row {
  const building = createHeadOffice(variant)
  const receivers = densities[density]!(building)
  const places: Place[] = []
  let unheard = 0
  const runs = seeds.map((seed) => measureErrors(building, receivers, seed))
  const cells = planCells(building.widthM, building.heightM)
  for (const { key } of building.levels) {
    const hung = receivers.filter(({ floor }) => floor === key).map((one) => ({ ...one, offsetDb: 0 }))
    const maps = runs.map(({ radio }) => predictAccuracy(cells, radio.get(key)!, hung).errorM)
    runs[0]!.places.forEach(({ floor, xM, yM }, index) => {
      if (floor !== key) return
      const errors = runs.flatMap((run) => run.places[index]!.errors)
      const cell = Math.floor(yM / cells.cellM) * cells.columns + Math.floor(xM / cells.cellM)
      const predictedM = meanOf(maps.map((map) => map[cell]!))
      if (errors.length === 0 || !Number.isFinite(predictedM)) unheard++
      else places.push({ predictedM, measuredM: meanOf(errors) })
    })
  }
  return { name: `${variant}, ${density}`, receivers: receivers.length, places, unheard }
}

function lineOf({ name, receivers, places, unheard }: Row) {
  const { predictedM, measuredM } = meansOf(places)
  const numbers = [predictedM, measuredM, ratioOf(places), correlationOf(places)]
  return [name, String(receivers), String(places.length), String(unheard), ...numbers]
}

function meansOf(places: readonly Place[]): Place {
  return {
    predictedM: meanOf(places.map(({ predictedM }) => predictedM)),
    measuredM: meanOf(places.map(({ measuredM }) => measuredM)),
  }
}

function ratioOf(places: readonly Place[]): number {
  const { predictedM, measuredM } = meansOf(places)
  return predictedM / measuredM
}

function correlationOf(places: readonly Place[]): number {
  return rankCorrelation(
    places.map(({ predictedM }) => predictedM),
    places.map(({ measuredM }) => measuredM),
  )
}

function indoors(building: Building): Site['receivers'] {
  return receiverLocations(building, { atMusterPoints: false, onFacade: false })
}

function inEveryRoom({ levels, rooms }: Building): Site['receivers'] {
  return rooms.flatMap((room, index) => {
    const floor = levels.find(({ level }) => level === room.level)
    if (!floor || room.kind === 'outdoor') return []
    const { x, y } = centreOf(room)
    const receiverId = `02a1f1${index.toString(16).padStart(6, '0')}`
    return [{ receiverId, floor: floor.key, name: room.name, xM: x, yM: y, zM: 2.7 }]
  })
}
