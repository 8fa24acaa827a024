// `npm test`: installs what the tests need, then checks, room tests and system tests in a real browser.
// Ends with one line `N passed, N failed`.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runChecks } from './check.mjs'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { outcome, root, tool } from './setup/project.mjs'
import { command, say } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  await ensureBuilt()

  say('\nChecks')
  const checks = await runChecks()
  const tally = { passed: checks.passed, failed: checks.failed.length }

  say('\nRooms')
  const rooms = await testRooms()
  add(tally, rooms.code, rooms.files && counted(rooms.files))

  say('\nSystem')
  const system = await reported(tool('playwright'), ['test', '-c', 'system-tests'], () => [], { CHROMIUM: chromium })
  const stats = system.report?.stats
  add(tally, system.code, stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected })

  say(`\n${tally.passed} passed, ${tally.failed} failed`)
  if (tally.failed > 0) process.exitCode = 1
})

/**
 * Runs a test tool with its output shown and reads the JSON report it leaves.
 * @param {string} program @param {string[]} args @param {(file: string) => string[]} reportArgs @param {NodeJS.ProcessEnv} env
 */
async function reported(program, args, reportArgs, env) {
  const file = join(tmpdir(), `rollcall-report-${process.pid}.json`)
  rmSync(file, { force: true })
  const { code } = await outcome(program, [...args, ...reportArgs(file)], {
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  try {
    return { code, report: JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return { code, report: null }
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * A shared machine can stall for seconds and break a test of timing. In CI a few broken files run once more, each from its beginning
 * with servers of its own; at home nothing is tried again.
 * @returns {Promise<{ code: number, files: TestFile[] | undefined }>}
 */
async function testRooms() {
  const first = await roomFiles([])
  const broken = first.files?.filter(({ status }) => status === 'failed') ?? []
  if (!process.env['CI'] || broken.length === 0 || broken.length > 5) return first
  say(`\nOnce more: ${broken.map(({ name }) => relative(root, name)).join(', ')}`)
  const second = await roomFiles(broken.map(({ name }) => name))
  const whole = first.files?.filter((file) => !broken.includes(file)) ?? []
  return { code: second.code, files: second.files && [...whole, ...second.files] }
}

/** @typedef {{ name: string, status: string, assertionResults: { status: string }[] }} TestFile */

/** @param {string[]} only @returns {Promise<{ code: number, files: TestFile[] | undefined }>} */
async function roomFiles(only) {
  const { code, report } = await reported(
    tool('vitest'),
    ['run', ...only, '--reporter=default', '--reporter=json'],
    (file) => [`--outputFile.json=${file}`],
    {},
  )
  return { code, files: report?.testResults }
}

/** A file that could not even be loaded has no failed test of its own, and counts as one. @param {TestFile[]} files */
function counted(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const of = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return { passed: of('passed'), failed: of('failed') + unloaded }
}

/** A tool that fails without a failed test (or without a report) counts as one failure. @param {{ passed: number, failed: number }} tally @param {number} code @param {{ passed: number, failed: number } | undefined | null} result */
function add(tally, code, result) {
  tally.passed += result?.passed ?? 0
  tally.failed += result?.failed || (code === 0 ? 0 : 1)
}
