// `npm test`: installs what the tests need, then checks and room tests beside each other, then system tests in a real browser, by
// themselves: two cores that are full make tests fail that wait for nothing but their turn. Ends with one line `N passed, N failed`.
import { runChecks } from './check.mjs'
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium, ensureFirefox, ensureFonts } from './setup/browsers.mjs'
import { ensureInstalled, ensurePeersInstalled } from './setup/install.mjs'
import { command, say, stopwatch } from './setup/say.mjs'
import { testRooms, testSystem } from './setup/suites.mjs'

await command(async () => {
  await ensureInstalled()
  if (process.env['CI']) await ensurePeersInstalled()
  const chromium = await ensureChromium()
  const firefox = await ensureFirefox()
  if (firefox === null) say('!!! No Firefox here: the walk through every page in a second browser is left out.')
  await ensureFonts()
  await ensureBuilt()

  const [checks, rooms] = await Promise.all([timed('checks', runChecks(1)), timed('rooms', testRooms())])
  const system = await timed('system', testSystem(chromium, firefox))
  say(`\nSystem\n${system.output}`)
  const tried = [...rooms.triedAgain, ...system.triedAgain]
  if (tried.length > 0)
    say(`\n!!! Passed only when it was tried again:\n${tried.map((file) => `!!!   ${file}`).join('\n')}`)
  // One may be the machine's fault; two are a defect of the tests.
  const defect = new Set(tried.map((line) => line.split(':')[0])).size > 1 ? 1 : 0
  if (defect) say('!!! More than one file needed that, which counts as a failure.')
  const failures = [...checks.names, ...rooms.failures, ...system.failures]
  if (failures.length > 0) say(`\n!!! Failed:\n${failures.map((failure) => `!!!   ${failure}`).join('\n')}`)
  const passed = checks.passed + rooms.passed + system.passed
  const failed = checks.failed + rooms.failed + system.failed + defect
  say(`\n${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
})

/** @template T @param {string} name @param {Promise<T>} work @returns {Promise<T>} */
async function timed(name, work) {
  const seconds = stopwatch()
  const result = await work
  say(`• ${name} done in ${seconds()}`)
  return result
}
