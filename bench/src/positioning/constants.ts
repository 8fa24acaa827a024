// `--only constants`: every constant that was chosen by comparing buildings is chosen once more with each kind of building left out, and
// tried on the one left out. A constant holds where the others would have chosen it, or what they choose instead costs little there.
import { tuned } from '@rollcall/backend/positioning/tuned'
import { printTable } from '../measuring/report.ts'
import { summarise, type Second } from './error-summary.ts'
import { scorePast, type Followed } from './past.ts'
import type { RadioData } from './recordings.ts'
import { prepareTracks } from './tracks.ts'

type Constant = keyof typeof tuned
type Tracks = readonly (Followed & { seconds: readonly Second[] })[]
/** Of one building, the less the better; the present value is among the candidates. */
type Choice = {
  candidates: readonly number[]
  isCalibrated: boolean
  shiftsDb: readonly number[]
  lossOf: (tracks: Tracks) => number
  /** Whether losses are compared as shares of the one that the present value has, or as they are. */
  isRelative: boolean
  /** The live positions do not depend on it. */
  isAfterwards?: boolean
}

const meanErrorM = (tracks: Tracks) => summarise(tracks.flatMap(({ seconds }) => seconds)).meanM
/** Points off 95 %; a circle that is too small is the worse lie. */
const radiusLoss = (tracks: Tracks) => {
  const off = 100 * summarise(tracks.flatMap(({ seconds }) => seconds)).coverage - 95
  return off < 0 ? -1.5 * off : off
}
const strength = { isCalibrated: true, shiftsDb: [-3, 0, 3], lossOf: meanErrorM, isRelative: true } as const
const radius = { isCalibrated: true, shiftsDb: [0], lossOf: radiusLoss, isRelative: false } as const
const choices: Record<Constant, Choice> = {
  pastSpreadM: {
    candidates: [1, 1.5, 2, 2.5],
    isCalibrated: true,
    shiftsDb: [0],
    lossOf: (tracks) => scorePast(tracks).storedM,
    isRelative: true,
    isAfterwards: true,
  },
  radiusFactor: { ...radius, candidates: [0.88, 0.94, 1, 1.06] },
  radiusPower: { ...radius, candidates: [0.5, 0.6, 0.7] },
  strengthScaleDb: { ...strength, candidates: [1, 2, 4] },
  strengthMemoryS: { ...strength, candidates: [20, 40, 80] },
  unknownNats: { ...strength, isCalibrated: false, candidates: [9, 13, 17] },
}

/** Buildings of one kind count as one. */
export type Kind = { name: string; buildings: readonly RadioData[] }

/** `only`: names, separated by commas; absent: all. */
export async function chooseConstants(kinds: readonly Kind[], only?: string): Promise<void> {
  const wanted = only === undefined ? null : new Set(only.split(','))
  for (const [name, choice] of Object.entries(choices) as [Constant, Choice][])
    if (!wanted || wanted.has(name)) printChoice(name, choice, kinds, await lossesOf(name, choice, kinds))
}

/** By kind, a loss for each candidate. */
async function lossesOf(name: Constant, choice: Choice, kinds: readonly Kind[]): Promise<number[][]> {
  const present = tuned[name]
  if (!choice.candidates.includes(present)) throw new Error(`The value in use of ${name} is not among the candidates.`)
  const losses: number[][] = []
  for (const { buildings } of kinds) {
    const sums = choice.candidates.map(() => 0)
    for (const data of buildings) {
      if (choice.isCalibrated && data.survey.length < 3) continue
      const follow = await prepareTracks(data, choice.isCalibrated)
      const live = choice.isAfterwards ? follow(0) : null
      choice.candidates.forEach((candidate, at) => {
        tuned[name] = candidate
        const each = choice.shiftsDb.map((shiftDb) => choice.lossOf(live ?? follow(shiftDb)))
        sums[at]! += meanOf(each) / buildings.length
      })
      tuned[name] = present
    }
    losses.push(sums)
  }
  return losses
}

function printChoice(
  name: Constant,
  { candidates, isRelative }: Choice,
  kinds: readonly Kind[],
  losses: readonly number[][],
): void {
  const present = candidates.indexOf(tuned[name])
  const share = losses.map((own) => own.map((loss) => (isRelative ? loss / own[present]! : loss)))
  const chosenWithout = (leftOut: number | null) => {
    const kept = share.filter((_, kind) => kind !== leftOut)
    const means = candidates.map((_, at) => meanOf(kept.map((own) => own[at]!)))
    return means.indexOf(Math.min(...means))
  }
  printTable(
    `${name}, ${tuned[name]} in use; all buildings together choose ${candidates[chosenWithout(null)]}`,
    ['left out', 'the others choose', 'it has then', 'with the one in use', ...candidates.map((each) => `at ${each}`)],
    losses.map((own, kind) => {
      const chosen = chosenWithout(kind)
      return [kinds[kind]!.name, String(candidates[chosen]), own[chosen]!, own[present]!, ...own]
    }),
  )
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
