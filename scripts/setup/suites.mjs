// The two test tools of `npm test` and what they report. In CI one broken file is run once more, each test from its beginning with
// servers of its own, because a shared machine can stall for seconds; test.mjs names such a file. At home nothing is tried again.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { outcome, root, tool } from './project.mjs'

/** `failures` says of each failed test its file, its name and what was wrong. @typedef {{ passed: number, failed: number, failures: string[], triedAgain: string[], output: string }} SuiteResult */
/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} RoomTest */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: RoomTest[] }} TestFile */

/** @returns {Promise<SuiteResult>} */
export async function testRooms() {
  const first = await runRooms([])
  const broken = first.files.filter(({ status }) => status === 'failed')
  if (!process.env['CI'] || broken.length !== 1) return { ...counted(first), triedAgain: [], output: '' }
  const second = await runRooms(broken.map(({ name }) => name))
  const files = [...first.files.filter((file) => !broken.includes(file)), ...second.files]
  const triedAgain = second.code === 0 ? broken.flatMap(failuresOf) : []
  return { ...counted({ code: second.code, files }), triedAgain, output: '' }
}

/** Its output is kept, so that it does not stand between the rooms' lines. @param {string} chromium @param {string | null} firefox @returns {Promise<SuiteResult>} */
export async function testSystem(chromium, firefox) {
  const file = reportFile('system')
  const env = {
    ...process.env,
    CHROMIUM: chromium,
    ...(firefox && { FIREFOX: firefox }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  }
  const { code, output } = await outcome(tool('playwright'), ['test', '-c', 'system-tests'], { env, quiet: true })
  const report = readReport(file)
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const failed = unexpected || (code === 0 ? 0 : 1)
  /** @type {Suite[]} */
  const suites = report?.suites ?? []
  const of = (/** @type {string} */ status) => suites.flatMap((suite) => endedSo(suite, status))
  return { passed: expected + flaky, failed, failures: of('unexpected'), triedAgain: of('flaky'), output }
}

/** @param {string[]} only @returns {Promise<{ code: number, files: TestFile[] }>} */
async function runRooms(only) {
  const file = reportFile('rooms')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await outcome(tool('vitest'), ['run', ...only, ...reporters])
  return { code, files: readReport(file)?.testResults ?? [] }
}

/** A file that could not even be loaded counts as one failed test, and so does a tool that fails without one. @param {{ code: number, files: TestFile[] }} run */
function counted({ code, files }) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failures = files.flatMap(failuresOf)
  return { passed, failed: failures.length || (code === 0 ? 0 : 1), failures }
}

/** @param {TestFile} file @returns {string[]} */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [named(file, 'outside its tests', message)]
  return failed.map(({ fullName, failureMessages }) => named(file, fullName, failureMessages?.[0]))
}

/** @param {string} file @param {string} test @param {string | undefined} reason */
const named = (file, test, reason = '') => `${file}: ${test}: ${stripVTControlCharacters(reason).slice(0, 1000)}`

/** @typedef {{ status: string, results: { error?: { message: string } }[] }} SystemTest */
/** @typedef {{ file: string, suites?: Suite[], specs: { title: string, tests: SystemTest[] }[] }} Suite */

/** The tests that ended so, each with what went wrong at first. @param {Suite} suite @param {string} status @returns {string[]} */
function endedSo({ file, specs, suites = [] }, status) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => named(`system-tests/tests/${file}`, title, results[0]?.error?.message)),
  )
  return [...own, ...suites.flatMap((inner) => endedSo(inner, status))]
}

/** @param {string} name */
const reportFile = (name) => join(tmpdir(), `rollcall-${name}-${process.pid}.json`)

/** The JSON that a tool left, or null. @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  } finally {
    rmSync(file, { force: true })
  }
}
