// Puts what a measurement printed into bench/RESULTS.md, with the command, the day and the machine. Called by `npm run bench -- all`.
import { cpus } from 'node:os'

/**
 * The goals that a measurement printed (bench/src/measuring/report.ts).
 * @param {string} output
 */
export function goalsOf(output) {
  return [...output.matchAll(/^([✓✗–]) (.+): (\S+) \((at (?:most|least) \S+)\)$/gm)].map(
    ([, met = '', says = '', measured = '', limit = '']) => ({ met, says, measured, limit }),
  )
}

/** How busy others were, as the measurement says. @param {string} output */
const otherLoad = (output) => /busy with other things on ([\d.]+) cores/.exec(output)?.[1] ?? 'not told'

/**
 * The page with the section of this measurement written anew, or put at the end of the part that is written by programs.
 * @param {string} page @param {string} name @param {{ output: string, failed: boolean, day: string }} run
 */
export function withResult(page, name, { output, failed, day }) {
  const rows = goalsOf(output).map(({ met, says, measured, limit }) => `| ${says} | ${measured} | ${limit} | ${met} |`)
  const table = rows.length > 0 ? ['| what | measured | held to | |', '| --- | ---: | ---: | --- |', ...rows] : []
  const verdict = failed ? ['**The measurement failed; it says nothing.**', ''] : []
  const where = `${machine()}, others busy on ${otherLoad(output)} cores`
  const section = [
    `### ${name}`,
    '',
    `\`npm run bench -- ${name}\`, ${day}, ${where}.`,
    '',
    ...verdict,
    ...(failed ? [] : table),
    '',
  ].join('\n')
  const [before, written = '', after = ''] = page.split(/^<!-- (?:written|end) -->\n/m)
  if (before === undefined || after === '') throw new Error('bench/RESULTS.md has lost its marks.')
  const others = written.split(/(?=^### )/m).filter((part) => part.trim() !== '' && !part.startsWith(`### ${name}\n`))
  const sections = [...others, `${section}\n`].toSorted()
  return `${before}<!-- written -->\n\n${sections.map((part) => part.trimStart()).join('')}<!-- end -->\n${after}`
}

function machine() {
  const all = cpus()
  return `${all.length} × ${all[0]?.model.replaceAll(/\s+/g, ' ').trim() ?? 'unknown'}`
}
