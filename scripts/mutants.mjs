// `npm run test:mutants [-- PART …]`: changes the code a little, one change at a time, and tells which changes no test notices.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from './mutants/parts.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { outcome, root, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

const folder = join(root, 'dist', 'mutants')
/** What is not unnoticed: what runs for ever, or breaks a file of tests as a whole, as well. */
const noticed = ['Killed', 'Timeout', 'RuntimeError']
/** Of the pages only their addresses, which a test of the server layer reads. */
const pages = ['/web/app/**', '!/web/app/src/**/routes.ts']

await command(async () => {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Refusal(`There is no part "${unknown.join(', ')}"; there are ${Object.keys(parts).join(', ')}.`)
  await ensureInstalled()
  mkdirSync(folder, { recursive: true })
  const missed = []
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) if (!(await tryPart(name))) missed.push(name)
  if (missed.length > 0) throw new Refusal(`Below its goal: ${missed.join(', ')}.`)
})

/** Answers whether the goal is reached. @param {string} name */
async function tryPart(name) {
  const part = parts[name]
  if (!part) throw new Refusal(`There is no part "${name}".`)
  const report = join(folder, `${name}.json`)
  const config = join(folder, `${name}-settings.json`)
  writeFileSync(config, JSON.stringify(settings(part, name, report)))
  const { code } = await outcome(tool('stryker'), ['run', config], { env: { ...process.env, MUTANTS: name } })
  if (code !== 0) throw new Refusal(`The mutants of ${name} could not be tried.`)
  const { killed, late, all, left } = count(JSON.parse(readFileSync(report, 'utf8')))
  const share = (100 * killed) / Math.max(all, 1)
  for (const line of left) say(line)
  // On a busy machine a test that is only slow counts as one that hangs: then this number says so.
  say(
    `${name}: ${killed} of ${all} mutants noticed, ${share.toFixed(1)} % (goal ${part.goal} %); ${late} by running out of time.`,
  )
  return share >= part.goal
}

/** @param {import('./mutants/parts.mjs').Part} part @param {string} name @param {string} report */
function settings({ room, mutate }, name, report) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    mutate: [...mutate.map((path) => `${room}/${path}`), '!**/*.test.ts'],
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: join('dist', 'mutants', `sandbox-${name}`),
    ignorePatterns: ['dist', '/.data', '/docs/pictures', '/bench', '/deploy', '/system-tests', ...pages],
    allowEmpty: false,
    logLevel: 'warn',
  }
}

/** @typedef {{ files: Record<string, { source: string, mutants: { status: string, mutatorName: string, replacement?: string, location: { start: { line: number } } }[] }> }} Report */

/** What a comment explains is not counted. @param {Report} report */
function count({ files }) {
  const mutants = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
  const counted = mutants.filter(({ status }) => [...noticed, 'Survived', 'NoCoverage'].includes(status))
  const lived = counted.filter(({ status }) => !noticed.includes(status))
  const left = lived.map(
    ({ file, location, status, mutatorName, replacement }) =>
      `${file}:${location.start.line} ${status === 'NoCoverage' ? 'untested' : 'unnoticed'} ${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
  )
  const late = counted.filter(({ status }) => status === 'Timeout').length
  return { killed: counted.length - lived.length, late, all: counted.length, left }
}
