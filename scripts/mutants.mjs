// `npm run test:mutants [-- PART …]`: changes the code a little, one change at a time, and tells which changes no test notices and
// nobody explained (mutants/explained.md). `--again` tries only what changed since the last run, or whose tests did.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from './mutants/parts.mjs'
import { compare, explanationsIn, outcomeOf } from './mutants/survivors.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { outcome, root, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

const folder = join(root, 'dist', 'mutants')
const explained = join(root, 'scripts', 'mutants', 'explained.md')
/** Of the pages only their addresses, which a test of the server layer reads. */
const pages = ['/web/app/**', '!/web/app/src/**/routes.ts']

await command(async () => {
  const asked = process.argv.slice(2).filter((word) => word !== '--again')
  const unknown = asked.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Refusal(`There is no part "${unknown.join(', ')}"; there are ${Object.keys(parts).join(', ')}.`)
  await ensureInstalled()
  mkdirSync(folder, { recursive: true })
  const missed = []
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) if (!(await tryPart(name))) missed.push(name)
  if (missed.length > 0) throw new Refusal(`Below its goal, or not explained: ${missed.join(', ')}.`)
})

/** Answers whether the goal is reached and the rest explained. @param {string} name */
async function tryPart(name) {
  const part = parts[name]
  if (!part) throw new Refusal(`There is no part "${name}".`)
  const report = join(folder, `${name}.json`)
  const config = join(folder, `${name}-settings.json`)
  writeFileSync(config, JSON.stringify(settings(part, name, report)))
  const database = part.setup ? await prepared(join(root, part.room, part.setup)) : null
  const env = { ...process.env, MUTANTS: name, MUTANTS_DATABASE: database?.url }
  const { code } = await outcome(tool('stryker'), ['run', config], { env }).finally(database?.stop)
  if (code !== 0) throw new Refusal(`The mutants of ${name} could not be tried.`)
  const result = outcomeOf(JSON.parse(readFileSync(report, 'utf8')))
  const { unexplained, inVain } = compare(result, explanationsIn(readFileSync(explained, 'utf8')))
  for (const { file, text } of inVain) say(`explained, but noticed: ${file}: ${text}`)
  for (const { file, text } of unexplained) say(`unnoticed and not explained: ${file}: ${text}`)
  const share = (100 * result.killed) / Math.max(result.all, 1)
  // On a busy machine a test that is only slow counts as one that hangs: then this number says so.
  say(
    `${name}: ${result.killed} of ${result.all} mutants noticed, ${share.toFixed(1)} % (goal ${part.goal} %); ${result.late} by running out of time; ${unexplained.length} not explained.`,
  )
  return share >= part.goal && unexplained.length === 0
}

/** One database for all mutants: a test that hangs costs its process, and the next would spend its time on making another.
 * @param {string} setup */
async function prepared(setup) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(setup)
  let url = ''
  const provide = (/** @type {string} */ _name, /** @type {string} */ value) => void (url = value)
  return { stop: await module.default({ provide }), url }
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
    incremental: true,
    incrementalFile: join(folder, `${name}-last.json`),
    force: !process.argv.includes('--again'),
    tempDirName: join('dist', 'mutants', `sandbox-${name}`),
    ignorePatterns: ['dist', '/.data', '/docs/pictures', '/bench', '/deploy', '/system-tests', ...pages],
    allowEmpty: false,
    logLevel: 'warn',
  }
}
