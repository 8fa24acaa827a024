// `npm start` as a new user meets it: one address, four accounts, a living building, and nothing left behind.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Child, spawnChild, until } from '../setup/child-process.ts'
import { freePorts } from '@rollcall/bench/measuring/free-ports'
import { expectMarkersToMove, signIn } from '../setup/signed-in.ts'

let dataDir: string
let env: NodeJS.ProcessEnv
const started: Child[] = []

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rollcall-start-'))
  // Open to the database's user, so that its files stay in this folder.
  chmodSync(dataDir, 0o755)
  const [web, backend, relay, database] = await freePorts(4)
  env = {
    ...process.env,
    DATA_DIR: dataDir,
    WEB_PORT: `${web}`,
    BACKEND_PORT: `${backend}`,
    RELAY_PORT: `${relay}`,
    DATABASE_PORT: `${database}`,
  }
})
test.afterAll(async () => {
  for (const child of started) {
    child.signal('SIGTERM')
    await child.ended
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const npmStart = (extra: NodeJS.ProcessEnv = {}) => {
  const child = spawnChild('npm', ['start'], { ...env, ...extra })
  started.push(child)
  return child
}
const running = async (child: Child) => {
  const ended = child.ended.then((code) => {
    throw new Error(`npm start ended with ${code}: ${child.output()}`)
  })
  await Promise.race([
    until(`npm start says it runs: ${child.output()}`, () => child.output().includes('Ctrl-C'), 110_000),
    ended,
  ])
  const accounts = [...child.output().matchAll(/^(admin|safety|operator|viewer) {2}(\S+) {2}(\S+)$/gm)].map(
    ([, role, email, password]) => ({ role, email: email ?? '', password: password ?? '' }),
  )
  return { url: /http:\/\/localhost:\d+/.exec(child.output())?.[0] ?? '', accounts }
}
/** Every process that was started with this data folder, found in /proc. */
const leftovers = () =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dataDir) ||
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
        )
      } catch {
        return false
      }
    })

/** What lies in a folder, with size and time of change; but for the database and the logs, which the running product writes. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(database|logs)\//.test(path.slice(folder.length)))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort()

test('shows a living building, keeps its data over a restart and leaves no process', async ({ page }) => {
  test.setTimeout(240_000)
  const first = npmStart()
  const before = await running(first)
  expect(before.accounts.map(({ role }) => role)).toEqual(['admin', 'safety', 'operator', 'viewer'])
  await signIn(page, before, before.accounts[0] ?? { email: '', password: '' })
  await page.goto(`${before.url}/floor-plan`)
  await expectMarkersToMove(page)
  expect((await page.request.get(`${before.url}/api/health/database`)).status()).toBe(200)
  const buildings = await (await page.request.get(`${before.url}/api/buildings`)).json()
  // Surveyed in its past, by the account that may: rooms are named as well as they can be from the first minute.
  await page.goto(`${before.url}/buildings/${buildings.data.items[0].id}`)
  await expect(page.getByText(/Calibrated .+ by Ada Admin/)).toHaveCount(2)
  expect(leftovers().length).toBeGreaterThan(4)

  first.signal('SIGINT')
  await first.ended
  await until('no process is left', () => leftovers().length === 0, 10_000)

  const second = npmStart()
  const after = await running(second)
  expect(after.accounts).toEqual(before.accounts)
  await page.goto(`${after.url}/floor-plan`)
  await expectMarkersToMove(page)
  expect(await (await page.request.get(`${after.url}/api/buildings`)).json()).toEqual(buildings)

  // A second start in the same folder touches nothing of the first: no process, no file, no build.
  const state = () => ({
    processes: leftovers(),
    files: filesIn(dataDir),
    built: filesIn(join(import.meta.dirname, '../../backend/dist')),
  })
  const undisturbed = state()
  const third = npmStart()
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain(`Rollcall already runs in ${dataDir}; nothing was changed.`)
  await until('its own processes are gone', () => leftovers().length === undisturbed.processes.length, 10_000)
  expect(state()).toEqual(undisturbed)
  expect((await page.request.get(`${after.url}/api/health`)).status()).toBe(200)

  // A supervisor that is killed outright leaves nothing behind either.
  const supervisor = leftovers().find(
    (pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs') &&
      !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('npm'),
  )
  process.kill(Number(supervisor), 'SIGKILL')
  await until('no process is left after a hard kill', () => leftovers().length === 0, 15_000)
})

test('says in one sentence that a port is taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(Number(env['RELAY_PORT']), '127.0.0.1', resolve))
  const child = npmStart()
  expect(await child.ended).toBe(1)
  expect(child.output()).toContain(`Port ${env['RELAY_PORT']}, which the relay needs, is taken by another program.`)
  expect(child.output()).not.toContain('at file:')
  await new Promise((resolve) => other.close(resolve))
})

test('says in one sentence that the data folder cannot be written', async () => {
  const child = npmStart({ DATA_DIR: '/dev/null/rollcall' })
  expect(await child.ended).toBe(1)
  expect(child.output()).toContain('Rollcall cannot write to its data folder /dev/null/rollcall')
  expect(existsSync('/dev/null/rollcall')).toBe(false)
})
