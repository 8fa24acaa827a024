// What Stryker reports, and what explained.md says of it: which mutants no test noticed, which of them nobody explained, and which
// explanations are of none that lives.

/** @typedef {{ line: number, column: number }} Place */
/** @typedef {{ status: string, replacement?: string, location: { start: Place, end: Place } }} Mutant */
/** @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report */
/** @typedef {{ file: string, text: string }} Survivor */

/** What runs for ever, or breaks a file of tests as a whole, is noticed as well. */
const noticed = ['Killed', 'Timeout', 'RuntimeError']
const counted = [...noticed, 'Survived', 'NoCoverage']
const longest = 100

/** @param {Report} report */
export function outcomeOf({ files }) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => counted.includes(status))
      .map((mutant) => ({ file, status: mutant.status, text: textOf(source, mutant) })),
  )
  const lived = mutants.filter(({ status }) => !noticed.includes(status)).map(({ file, text }) => ({ file, text }))
  const late = mutants.filter(({ status }) => status === 'Timeout').length
  return { all: mutants.length, killed: mutants.length - lived.length, late, lived, files: Object.keys(files) }
}

/** The line with the change in it, which does not move with the lines above. @param {string} source @param {Mutant} mutant */
function textOf(source, { location: { start, end }, replacement = '' }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.at(-1) ?? ''
  const before = lines[0]?.slice(0, start.column - 1) ?? ''
  const after = last.slice(end.column - 1)
  const original = lines.join('\n').slice(before.length, lines.join('\n').length - after.length)
  return `${before.trimStart()}«${short(original)} → ${short(replacement)}»${after.trimEnd()}`
}

/** @param {string} text */
function short(text) {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** A heading names the file; the lines between fences are its mutants, and the paragraph before says why they live.
 * @param {string} page @returns {(Survivor & { why: string })[]} */
export function explanationsIn(page) {
  let [file, why, fenced] = ['', '', false]
  const found = []
  for (const line of page.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced
    else if (fenced) found.push({ file, text: line, why })
    else if (line.startsWith('## ')) [file, why] = [line.slice(3), '']
    else if (line) why = line
  }
  return found
}

/** Of the files that were tried. @param {{ lived: Survivor[], files: string[] }} outcome @param {Survivor[]} explained */
export function compare({ lived, files }, explained) {
  const isOneOf = (/** @type {Survivor[]} */ list) => {
    const keys = new Set(list.map(({ file, text }) => `${file} ${text}`))
    return (/** @type {Survivor} */ { file, text }) => keys.has(`${file} ${text}`)
  }
  const isExplained = isOneOf(explained)
  const lives = isOneOf(lived)
  return {
    unexplained: lived.filter((survivor) => !isExplained(survivor)),
    inVain: explained.filter((explanation) => files.includes(explanation.file) && !lives(explanation)),
  }
}
