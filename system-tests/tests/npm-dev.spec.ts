// `npm run dev` as somebody who works on it meets it: the address of the product, its headers and its development routes, pages compiled
// as they are asked for, and hot updates.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Child, spawnChild, until } from '../setup/child-process.ts'
import { freePorts } from '../setup/free-ports.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

let dataDir: string
let child: Child
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rollcall-dev-'))
  chmodSync(dataDir, 0o755)
})
test.afterAll(async () => {
  child.signal('SIGTERM', 'group')
  await child.ended
  rmSync(dataDir, { recursive: true, force: true })
})

test('serves the application through the server layer, on WEB_PORT', async ({ page }) => {
  test.setTimeout(600_000)
  const [web, backend, relay, database] = await freePorts(4)
  const ports = { WEB_PORT: `${web}`, BACKEND_PORT: `${backend}`, RELAY_PORT: `${relay}`, DATABASE_PORT: `${database}` }
  child = spawnChild('npm', ['run', 'dev'], { ...process.env, DATA_DIR: dataDir, ...ports })
  await until('npm run dev says that it runs', () => child.output().includes('Ctrl-C'), 300_000)
  const url = `http://localhost:${web}`
  expect(child.output()).toContain(`is running at ${url}`)

  const user = await (await page.request.get(`${url}/dev-user`)).json()
  expect(user).toMatchObject({ success: true, data: { role: 'admin' } })
  const connected = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'))
  const trouble = watchForTrouble(page)
  const [, email = '', password = ''] = /^admin {2}(\S+) {2}(\S+)$/m.exec(child.output()) ?? []
  const first = await page.goto(`${url}/login`)
  expect(first?.headers()).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
  expect(first?.headers()['content-security-policy']).toContain(`frame-ancestors 'none'`)
  expect(await first?.text()).toContain('/@vite/client')
  await connected
  await signIn(page, { url }, { email, password })
  await page.goto(`${url}/floor-plan`)
  await expect(page.getByTestId('live-status')).toHaveAttribute('data-state', 'live', { timeout: 120_000 })
  expect(trouble).toEqual([])
})
