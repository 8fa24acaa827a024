// How a measurement reports its result: tables for people, goals with ✓ or ✗, and one JSON object at the end for programs.
import { stopAll } from './measured-process.ts'

export type Goal = {
  readonly says: string
  readonly measured: number
  readonly atMost?: number
  readonly atLeast?: number
}

export function printTable(title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const cells = [columns, ...rows.map((row) => row.map(threeFigures))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  const [head = [], ...body] = cells
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`)
  for (const row of body) console.log(line(row))
}

/** Three figures that mean something. */
export function threeFigures(value: string | number): string {
  if (typeof value === 'string') return value
  if (Number.isNaN(value)) return '–'
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}

/** A goal whose peer was left out has no number and is neither met nor missed. */
export function isMet({ measured, atMost, atLeast }: Goal): boolean | null {
  if (Number.isNaN(measured)) return null
  return measured <= (atMost ?? Infinity) && measured >= (atLeast ?? -Infinity)
}

/** A measurement that has no number for any of its goals has seen nothing, and fails. */
export function printGoals(goals: readonly Goal[]): void {
  console.log('\nGoals')
  for (const goal of goals) {
    const met = isMet(goal)
    const limit = goal.atMost === undefined ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`
    console.log(`${met === null ? '–' : met ? '✓' : '✗'} ${goal.says}: ${threeFigures(goal.measured)} (${limit})`)
  }
  if (goals.length > 0 && goals.every((goal) => isMet(goal) === null)) throw new Error('nothing was measured')
}

/** So many rounds, or fewer when the measurement has taken so many seconds already; one at least. */
export function* roundsWithin(most: number, seconds: number): Generator<number> {
  for (let round = 0; round < most; round += 1) {
    // Milliseconds since this process started.
    if (round > 0 && performance.now() > seconds * 1000)
      return console.log(`The time is up after round ${round} of ${most}.`)
    yield round
  }
}

/** How long things take depends on other work on the machine; CPU time per piece of work does too, though less: caches are shared. */
export function printOtherLoad(cores: number): void {
  const verdict = cores > 0.25 ? 'latencies and rates say little, and CPU ratios may be off by a third' : 'quiet enough'
  console.log(`\nThe machine was busy with other things on ${cores.toFixed(2)} cores meanwhile: ${verdict}.`)
}

export function printJson(result: object): void {
  console.log(
    `\n${JSON.stringify(result, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value))}`,
  )
}

const rounded = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(5)) : null)

/** Runs a measurement: whatever goes wrong, even one error answer, is said and ends with 1; no process is left behind. */
export async function measurement(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    console.error(`The measurement is void: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    await stopAll()
  }
}
