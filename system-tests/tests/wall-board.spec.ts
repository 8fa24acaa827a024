// The wall board of a control room: numbers and living plans that nobody touches, who is still inside as soon as it rings, and what it
// says when the connection is gone.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { apiOf, type Api } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const walls = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
] as const

async function drill(api: Api) {
  const [building] = (await api('get', '/api/context')).buildings
  const scope = { buildingIds: [building.id] }
  const { id } = await api('post', '/api/emergency/trigger', { scenario: 'fire', mode: 'drill', scope })
  const over = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  return { id, end: () => api('put', `/api/emergency/${id}`, over) }
}

/** In pixels of the screen. */
const sizeOf = (page: Page, what: string) =>
  page
    .locator(what)
    .first()
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
/** Nobody can scroll a wall: what does not fit is seen by nobody. */
const nothingIsHidden = (page: Page, when: string) =>
  expect
    .poll(
      () =>
        page
          .getByTestId('wall-board')
          .evaluate((board) => board.scrollHeight - (board.parentElement?.clientHeight ?? 0)),
      { message: `pixels that nobody can scroll to, ${when}` },
    )
    .toBeLessThanOrEqual(0)

test('a wall board shows the site without a touch, floor after floor', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await page.clock.install()
  await page.setViewportSize(walls[0])
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.getByTestId('open-wall-board').click()
  await expect(page).toHaveURL(/\/wall-board$/)
  await expect(page.getByTestId('wall-inside')).not.toHaveText('0')
  await expect(page.getByTestId('wall-clock')).toHaveText(/^\d\d:\d\d:\d\d$/)
  await expect(page.getByTestId('live-plan').locator('canvas').first()).toBeAttached()
  await nothingIsHidden(page, 'once it is drawn')

  const floor = page.getByTestId('wall-floor')
  const first = (await floor.textContent()) ?? ''
  await page.clock.runFor(16_000)
  await expect(floor, 'it turns by itself').not.toHaveText(first)
  await page.keyboard.press('ArrowLeft')
  await expect(floor).toHaveText(first)
  await page.keyboard.press('Space')
  await expect(page, 'the address keeps the floor').toHaveURL(/floor=/)
  await page.clock.runFor(40_000)
  await expect(floor).toHaveText(first)
  await page.keyboard.press('ArrowRight')
  await expect(floor).not.toHaveText(first)
  const fixed = (await floor.textContent()) ?? ''
  await page.reload()
  await expect(floor).toHaveText(fixed)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false)
  await page.keyboard.press('?')
  await expect(page.getByTestId('help')).toContainText('Full screen, and back')
  expect(trouble).toEqual([])
})

test('a wall board turns at once to who is still inside, and back', async ({ page, browser, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  await page.setViewportSize(walls[0])
  await page.goto(`${rollcall.url}/wall-board`)
  await expect(page.getByTestId('wall-status')).toHaveAttribute('data-state', 'live')
  const { id, end } = await drill(api)
  const missing = page.getByTestId('wall-missing')
  await expect(missing).toHaveText(/^[1-9]\d*$/)
  await expect(page.getByTestId('wall-emergency')).toContainText('DRILL')
  await expect(page.getByTestId('wall-area').first()).toBeVisible()
  await expect(page.getByTestId('wall-floor-group').first()).toBeVisible()
  for (const wall of walls) {
    await page.setViewportSize(wall)
    expect(await sizeOf(page, '.wall-missing'), 'from five metres').toBeGreaterThan(200)
    expect(await sizeOf(page, '.wall-area-name')).toBeGreaterThan(40)
    await nothingIsHidden(page, `${wall.width} px`)
  }

  const before = Number(await missing.textContent())
  const { people } = await api('get', `/api/emergency/muster?eventId=${id}`)
  const somebody = people.find(({ status }: { status: string }) => status === 'unknown')
  await api('post', `/api/emergency/${id}/account`, { personId: somebody.personId, status: 'needs_help' })
  await expect(page.getByTestId('wall-emergency')).toContainText('1 needs help')
  await expect.poll(async () => Number(await missing.textContent())).toBeLessThan(before)

  await page.context().setOffline(true)
  await expect(page.getByTestId('wall-status')).toHaveAttribute('data-state', 'lost')
  await expect(page.getByTestId('wall-status')).toContainText(/No connection since \d\d:\d\d:\d\d/)
  await expect(page.getByTestId('wall-stale')).toBeVisible({ timeout: 30_000 })
  await expect(missing, 'what was known stays').toHaveText(/^[1-9]\d*$/)
  await page.context().setOffline(false)
  await expect(page.getByTestId('wall-status')).toHaveAttribute('data-state', 'live', { timeout: 60_000 })

  const other = await browser.newPage()
  await signIn(other, rollcall, rollcall.account('safety'))
  const [{ id: here }] = (await api('get', '/api/context')).buildings
  const { id: boathouse } = await api('post', '/api/buildings', { name: 'Boathouse' })
  await other.goto(`${rollcall.url}/wall-board/${boathouse}`)
  await expect(other.getByTestId('wall-place')).toHaveText('Boathouse')
  await expect(other.getByTestId('wall-other'), 'an emergency elsewhere is one line').toContainText('missing')
  await expect(other.getByTestId('wall-emergency')).toHaveCount(0)
  await other.goto(`${rollcall.url}/wall-board/${here}`)
  await expect(other.getByTestId('wall-emergency')).toBeVisible()
  await other.close()

  await end()
  await expect(page.getByTestId('wall-emergency')).toHaveCount(0)
  await expect(page.getByTestId('wall-inside')).toBeVisible()
})
