// A warden's phone without a network: it opens, shows the roster and the board with their age, takes taps, and sends them later, dated
// by when they were made; nothing of it is there for another account. Installing, updates, and devices that can keep nothing.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectReadyWithoutNetwork, keptOn } from '../setup/kept-on-device.ts'
import { type Rollcall, test } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

type Person = { personId: string; fullName: string; status: string; method: string; decidedAt: string }
type Line = { at: string; personName: string | null; type: string }

let desks = 0
/** Somebody at a desk, who starts and ends drills and reads reports. */
async function aSafetyOfficer(browser: Browser, rollcall: Rollcall) {
  const desk = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${++desks}` } })
  const page = await desk.newPage()
  await signIn(page, rollcall, rollcall.account('safety'))
  const { url } = rollcall
  const csrf = (await (await page.request.get(`${url}/api/auth/csrf-token`)).json()).data.csrfToken
  const headers = { 'x-csrf-token': csrf }
  const read = async (path: string) => (await (await page.request.get(`${url}${path}`)).json()).data
  const present = async () => (await read('/api/emergency/roster')).people.length
  await expect.poll(present, { message: 'people are on site', timeout: 120_000 }).toBeGreaterThan(15)
  return {
    read,
    async startDrill(): Promise<string> {
      await rollcall.kill('simulator')
      const buildingIds = (await read('/api/context')).buildings.map(({ id }: { id: string }) => id)
      const data = { scenario: 'fire', mode: 'drill', scope: { buildingIds } }
      return (await (await page.request.post(`${url}/api/emergency/trigger`, { data, headers })).json()).data.id
    },
    async decide(eventId: string, personId: string, status: string) {
      await page.request.post(`${url}/api/emergency/${eventId}/account`, { data: { personId, status }, headers })
    },
    close: () => desk.close(),
    async endDrill(id: string) {
      const data = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
      await page.request.put(`${url}/api/emergency/${id}`, { data, headers })
    },
  }
}

type SafetyOfficer = Awaited<ReturnType<typeof aSafetyOfficer>>
async function statusOf({ read }: SafetyOfficer, eventId: string, name: string | undefined) {
  const { people } = (await read(`/api/emergency/muster?eventId=${eventId}`)) as { people: Person[] }
  return people.find(({ fullName }) => fullName === name)?.status
}

/** Whoever stands still walks to no muster point: only the warden accounts for people. */
test.afterEach(async ({ rollcall }) => rollcall.start('simulator'))

/** Answers whom, and between which moments. `kept`: so many wait already. */
async function tapMissing(page: Page, count: number, kept = 0) {
  const tapped: { name: string; from: number; to: number }[] = []
  const missing = page.locator('[data-testid="muster-row"][data-status="unknown"][data-tap="settled"]')
  for (let index = kept + 1; index <= kept + count; index += 1) {
    const name = (await missing.first().getAttribute('data-person')) ?? ''
    const from = Date.now()
    await page.locator(`[data-testid="muster-row"][data-person="${name}"]`).getByRole('button', { name: 'Safe' }).tap()
    await expect(page.getByTestId('board-lost')).toContainText(`${index} answer`)
    tapped.push({ name, from, to: Date.now() })
  }
  return tapped
}

test('a drill without a network, closed and opened again', async ({ context, browser, rollcall }) => {
  test.setTimeout(300_000)
  const safety = await aSafetyOfficer(browser, rollcall)
  let page = await context.newPage()
  await signIn(page, rollcall, rollcall.account('operator'))
  await expectReadyWithoutNetwork(page, ['answer roster', 'answer site'])
  const eventId = await safety.startDrill()
  const begunAt = Date.now()
  await page.goto(`${rollcall.url}/emergency/${eventId}`)
  await expect(page.getByTestId('muster-row').first()).toBeVisible()
  await expectReadyWithoutNetwork(page, ['board', 'answer active'], begunAt)

  const reopen = async (path: string) => {
    await page.close()
    page = await context.newPage()
    await page.goto(`${rollcall.url}${path}`)
  }
  await context.setOffline(true)
  await reopen('/')
  await expect(page.getByTestId('emergency-bar'), 'what was active').toContainText('as of')
  await expect(page.getByTestId('offline-bar')).toContainText('Who was on site at')
  await page.getByTestId('offline-bar').getByRole('link').tap()
  await expect(page.getByTestId('roster-age')).toContainText('This is who was on site at')
  await expect(page.getByTestId('roster-line').first()).toBeVisible()

  await reopen(`/emergency/${eventId}`)
  await expect(page.getByTestId('board-lost')).toContainText('What you see is from')
  const tapped = await tapMissing(page, 10)
  await expect(page.getByTestId('board-lost')).toContainText('10 answers are kept')
  const names = tapped.map(({ name }) => name)
  const { text } = await keptOn(page)
  expect(
    names.filter((name) => text.includes(name)),
    'nothing readable lies on the device',
  ).toEqual([])

  // Closed once more with everything waiting, and sent from whatever page is opened next.
  await reopen('/')
  await expect(page.getByTestId('offline-bar')).toBeVisible()
  await context.setOffline(false)
  const people = async () => (await safety.read(`/api/emergency/muster?eventId=${eventId}`)).people as Person[]
  const manual = async () =>
    (await people()).filter(({ method }) => method === 'manual').map(({ fullName }) => fullName)
  await expect.poll(async () => (await manual()).toSorted(), { timeout: 60_000 }).toEqual(names.toSorted())
  await safety.endDrill(eventId)
  const report = await safety.read(`/api/emergency/${eventId}/report`)
  for (const { name, from, to } of tapped) {
    const lines = (report.timeline as Line[]).filter((line) => line.type === 'accounted' && line.personName === name)
    expect(lines, `${name}: once`).toHaveLength(1)
    const at = Date.parse(lines[0]?.at ?? '')
    expect(at >= from && at <= to, `${name}: at the time of the tap`).toBe(true)
  }
  await expect.poll(async () => (await keptOn(page)).kinds, 'nothing is left to send').not.toContain('taps')
  await safety.close()
})

test('another account on the same phone sees nothing of it', async ({ context, browser, rollcall }) => {
  test.setTimeout(300_000)
  const safety = await aSafetyOfficer(browser, rollcall)
  const page = await context.newPage()
  await signIn(page, rollcall, rollcall.account('operator'))
  const eventId = await safety.startDrill()
  await page.goto(`${rollcall.url}/emergency/${eventId}`)
  await expectReadyWithoutNetwork(page, ['board', 'answer roster'])
  await context.setOffline(true)
  const [only] = await tapMissing(page, 1)
  // The sign-in runs out before there is a network again.
  await context.clearCookies()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const sealed = { keys: 0, kinds: ['taps'] }
  await expect.poll(() => keptOn(page), 'only what was tapped, sealed').toMatchObject(sealed)
  await context.setOffline(false)

  await signIn(page, rollcall, rollcall.account('viewer'))
  await expect(page.getByTestId('emergency-bar')).toBeVisible()
  await context.setOffline(true)
  await page.goto(`${rollcall.url}/emergency/roster`)
  await expect(page.getByText('Nothing is kept on this device')).toBeVisible()
  await page.goto(`${rollcall.url}/emergency/${eventId}`)
  await expect(page.getByText('The board cannot be read right now')).toBeVisible()
  expect(await keptOn(page)).toMatchObject(sealed)
  await context.setOffline(false)
  const standing = () => statusOf(safety, eventId, only?.name)
  expect(await standing(), 'another account does not send it').toBe('unknown')

  await page.goto(rollcall.url)
  await page.getByTestId('profile-menu').first().tap()
  await page.getByTestId('sign-out').tap()
  await signIn(page, rollcall, rollcall.account('operator'))
  await expect.poll(standing, { message: 'who tapped it does', timeout: 60_000 }).toBe('accounted')
  await page.getByTestId('profile-menu').first().tap()
  await page.getByTestId('sign-out').tap()
  await expect.poll(() => keptOn(page), 'signing out leaves nothing').toMatchObject({ keys: 0, kinds: [] })
  await safety.endDrill(eventId)
  await safety.close()
})

test('a phone whose clock is ten minutes slow', async ({ context, browser, rollcall }) => {
  test.setTimeout(300_000)
  await context.addInitScript(() => {
    const [Right, slowMs] = [Date, 600_000]
    const now = () => Right.now() - slowMs
    globalThis.Date = new Proxy(Right, {
      construct: (_, given: unknown[]) => Reflect.construct(Right, given.length === 0 ? [now()] : given),
      get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
    })
  })
  const safety = await aSafetyOfficer(browser, rollcall)
  const page = await context.newPage()
  await signIn(page, rollcall, rollcall.account('operator'))
  const eventId = await safety.startDrill()
  // Everybody fits, wherever their row goes after a decision.
  await page.setViewportSize({ width: 390, height: 8000 })
  await page.goto(`${rollcall.url}/emergency/${eventId}`)
  const { people } = (await safety.read(`/api/emergency/muster?eventId=${eventId}`)) as { people: Person[] }
  const { personId, fullName } = people.find(({ status }) => status === 'unknown')!
  await safety.decide(eventId, personId, 'needs_help')
  const row = page.locator(`[data-testid="muster-row"][data-person="${fullName}"]`)
  await expect(row).toHaveAttribute('data-status', 'needs_help')
  await row.getByRole('button', { name: `Safe: ${fullName}` }).tap()
  await expect.poll(() => statusOf(safety, eventId, fullName), 'what was tapped last stands').toBe('accounted')
  await safety.endDrill(eventId)
  await safety.close()
})

test('a drill that ended while the phone had no network', async ({ context, browser, rollcall }) => {
  test.setTimeout(300_000)
  const safety = await aSafetyOfficer(browser, rollcall)
  let page = await context.newPage()
  await signIn(page, rollcall, rollcall.account('operator'))
  const eventId = await safety.startDrill()
  await page.goto(`${rollcall.url}/emergency/${eventId}`)
  await expectReadyWithoutNetwork(page, ['board'])
  await context.setOffline(true)
  const [before] = await tapMissing(page, 1)
  await safety.endDrill(eventId)
  const [after] = await tapMissing(page, 1, 1)
  await page.close()
  await context.setOffline(false)

  page = await context.newPage()
  await page.goto(rollcall.url)
  await expect(page.getByText('1 answer from before could not be saved', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect.poll(() => statusOf(safety, eventId, before?.name), 'made before the end').toBe('accounted')
  const report = await safety.read(`/api/emergency/${eventId}/report`)
  const lines = (report.timeline as Line[]).filter(({ type, personName }) => type === 'accounted' && personName)
  expect(lines.map(({ personName }) => personName)).toEqual([before?.name])
  const at = Date.parse(lines[0]?.at ?? '')
  expect(at >= (before?.from ?? 0) && at <= (before?.to ?? 0), 'at the time of the tap').toBe(true)
  expect(await statusOf(safety, eventId, after?.name), 'made after the end').toBe('unknown')

  // Whoever closes the page before reading it sees it again.
  await page.reload()
  await page.getByRole('link', { name: 'Show them' }).tap()
  const notSaved = page.getByTestId('not-saved')
  await expect(notSaved).toContainText(`${after?.name}, safe at`)
  await expect(notSaved).toContainText('This emergency has ended')
  await notSaved.getByRole('button', { name: 'Close' }).tap()
  await expect.poll(async () => (await keptOn(page)).kinds, 'read: nothing is left of it').not.toContain('taps')
  await page.reload()
  await expect(page.getByTestId('board-ended')).toBeVisible()
  await expect(notSaved).toHaveCount(0)
  await safety.close()
})

test('an update while taps wait', async ({ context, browser, rollcall }) => {
  test.setTimeout(300_000)
  const safety = await aSafetyOfficer(browser, rollcall)
  const page = await context.newPage()
  await signIn(page, rollcall, rollcall.account('operator'))
  const eventId = await safety.startDrill()
  await page.goto(`${rollcall.url}/emergency/${eventId}`)
  await expectReadyWithoutNetwork(page, ['board'])
  const before = await page.evaluate(() => caches.keys())
  await context.setOffline(true)
  const [only] = await tapMissing(page, 1)
  await rollcall.kill('web')
  const { appDir, entry } = aNewerApplication()
  await rollcall.start('web', { APP_DIR: appDir })
  await context.setOffline(false)
  await expect(page.getByText('Rollcall has been updated', { exact: true })).toBeVisible({ timeout: 60_000 })
  const isSaved = async () => (await statusOf(safety, eventId, only?.name)) === 'accounted'
  await expect.poll(isSaved, { message: 'what was tapped is sent', timeout: 60_000 }).toBe(true)
  await page.getByRole('button', { name: 'Load again' }).tap()
  await expect(page.locator(`script[src="${entry}"]`), 'the new application').toHaveCount(1)
  await expect(page.getByTestId('muster-row').first()).toBeVisible()
  const after = await page.evaluate(() => caches.keys())
  expect([after.length, after[0] === before[0]], 'the old one is gone').toEqual([1, false])
  await context.setOffline(true)
  await page.reload()
  await expect(page.locator(`script[src="${entry}"]`), 'also without a network').toHaveCount(1)
  await context.setOffline(false)
  await safety.endDrill(eventId)
  await safety.close()
  await rollcall.kill('web')
  await rollcall.start('web')
  rmSync(appDir, { recursive: true })
})

/** The same application behind an entry of another name. */
function aNewerApplication(): { appDir: string; entry: string } {
  const appDir = mkdtempSync(join(tmpdir(), 'rollcall-app-'))
  cpSync(new URL('../../web/app/dist', import.meta.url), appDir, { recursive: true })
  const page = readFileSync(join(appDir, 'index.html'), 'utf8')
  const before = /type="module"[^>]*src="\/built\/([^"]+\.js)"/.exec(page)?.[1] ?? ''
  const after = before.replace('.js', 'x.js')
  writeFileSync(join(appDir, 'built', after), `import './${before}'\n`)
  writeFileSync(join(appDir, 'index.html'), page.replaceAll(before, after))
  return { appDir, entry: `/built/${after}` }
}

const cannotKeep: readonly (readonly [what: string, says: RegExp, script: () => void])[] = [
  [
    'has no storage',
    /keeps nothing on this device/,
    () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  ],
  [
    'has no room',
    /storage of this device is full/,
    () => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...row: Parameters<typeof put>) {
        const request = put.apply(this, row)
        // As browsers do it: what was stored is taken back at the end.
        if (this.name === 'kept') this.transaction.abort()
        return request
      }
    },
  ],
]
for (const [what, says, script] of cannotKeep) {
  test(`a device that ${what} says so and goes on`, async ({ context, browser, rollcall }) => {
    const safety = await aSafetyOfficer(browser, rollcall)
    await context.addInitScript(script)
    const page = await context.newPage()
    await signIn(page, rollcall, rollcall.account('operator'))
    const eventId = await safety.startDrill()
    await page.goto(`${rollcall.url}/emergency/${eventId}`)
    await expect(page.getByTestId('nothing-kept')).toHaveText(says)
    const row = page.locator('[data-testid="muster-row"][data-status="unknown"]').first()
    const saved = page.waitForResponse((reply) => reply.url().endsWith(`/${eventId}/account`) && reply.ok())
    await row.getByRole('button', { name: 'Safe' }).tap()
    await saved
    // Not by their row: whoever is settled goes to the end of the list after a moment.
    await expect(page.getByTestId('count-safe')).not.toHaveText('0')
    await safety.endDrill(eventId)
    await safety.close()
  })
}
