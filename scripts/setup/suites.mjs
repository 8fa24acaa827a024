// The two test tools of `npm test` and what they report. In CI one broken file is run once more, each test from its beginning with
// servers of its own, because a shared machine can stall for seconds; test.mjs names such a file. At home nothing is tried again.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { outcome, root, tool } from './project.mjs'

/** @typedef {{ passed: number, failed: number, triedAgain: string[], output: string }} SuiteResult */
/** @typedef {{ name: string, status: string, assertionResults: { status: string }[] }} TestFile */

/** @returns {Promise<SuiteResult>} */
export async function testRooms() {
  const first = await runRooms([])
  const broken = first.files.filter(({ status }) => status === 'failed')
  if (!process.env['CI'] || broken.length !== 1) return { ...counted(first), triedAgain: [], output: '' }
  const names = broken.map(({ name }) => name)
  const second = await runRooms(names)
  const files = [...first.files.filter((file) => !broken.includes(file)), ...second.files]
  const triedAgain = second.code === 0 ? names.map((name) => relative(root, name)) : []
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
  return { passed: expected + flaky, failed, triedAgain: report ? flakyFiles(report.suites) : [], output }
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
  const of = (/** @type {string} */ status) => tests.filter((test) => test.status === status).length
  const unloaded = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return { passed: of('passed'), failed: of('failed') + unloaded || (code === 0 ? 0 : 1) }
}

/** @typedef {{ status: string, results: { error?: { message: string } }[] }} SystemTest */
/** @typedef {{ file: string, suites?: Suite[], specs: { tests: SystemTest[] }[] }} Suite */

/** Each with what went wrong at first. @param {Suite[]} suites @returns {string[]} */
function flakyFiles(suites) {
  /** @param {Suite} suite @returns {SystemTest[]} */
  const flakyTests = ({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ tests }) => tests.filter(({ status }) => status === 'flaky')),
    ...inner.flatMap(flakyTests),
  ]
  return suites.flatMap((suite) => {
    const reasons = flakyTests(suite).map(({ results }) => stripVTControlCharacters(results[0]?.error?.message ?? ''))
    return reasons.length > 0 ? [`system-tests/tests/${suite.file}: ${reasons.join(' | ').slice(0, 1000)}`] : []
  })
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
