// `npm test`: installs what the tests need, then checks, room tests and system tests in a real browser.
// Ends with one line `N passed, N failed`.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks, runChecks } from './check.mjs'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/chromium.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { outcome, tool } from './setup/project.mjs'
import { command, say } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled()
  const chromium = await ensureChromium()
  await ensureBuilt()

  say('\nChecks')
  const failedChecks = (await runChecks()).length
  const tally = { passed: checks.length - failedChecks, failed: failedChecks }

  say('\nRooms')
  const rooms = await reported(
    tool('vitest'),
    ['run', '--reporter=default', '--reporter=json'],
    (file) => [`--outputFile.json=${file}`],
    {},
  )
  add(
    tally,
    rooms.code,
    rooms.report && {
      passed: rooms.report.numPassedTests,
      failed: rooms.report.numFailedTests + suitesThatBroke(rooms.report),
    },
  )

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

/** A test file that could not even be loaded has no failed test of its own. @param {{ testResults: { status: string, assertionResults: unknown[] }[] }} report */
function suitesThatBroke(report) {
  return report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length
}

/** A tool that fails without a failed test (or without a report) counts as one failure. @param {{ passed: number, failed: number }} tally @param {number} code @param {{ passed: number, failed: number } | undefined | null} result */
function add(tally, code, result) {
  tally.passed += result?.passed ?? 0
  tally.failed += result?.failed || (code === 0 ? 0 : 1)
}
