// Visits at a reception: a visitor is expected, signs in at the reception tablet with a code that a camera reads, is on the roster of
// that building only, signs out, and is on none.
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { accessibilityFindings, bringChecker } from '../setup/accessibility.ts'
import { photographOf } from '../setup/camera.ts'
import { type Rollcall, test } from '../setup/separate-processes.ts'
import { type Api, apiOf } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const mark = randomBytes(3).toString('hex')
const visitor = `Ngọc 玉 ${mark}`

/** Rings in one building as a test, looks for the visitor on the board, and ends it. */
async function isOnRoster(page: Page, api: Api, { url }: Rollcall, buildingId: string): Promise<boolean> {
  const trigger = { scenario: 'fire', mode: 'test', scope: { buildingIds: [buildingId] } }
  const { id } = await api('post', '/api/emergency/trigger', trigger)
  await page.goto(`${url}/emergency/${id}`)
  await expect(page.getByTestId('count-missing')).toHaveText(/^\d/)
  const { people } = await api('get', `/api/emergency/muster?eventId=${id}`)
  const expected = people.some(({ fullName }: { fullName: string }) => fullName === visitor)
  if (expected) {
    await page.getByTestId('muster-search').fill(visitor)
    await expect(page.locator(`[data-person="${visitor}"]`)).toBeVisible()
  }
  await api('put', `/api/emergency/${id}`, { state: 'resolved', resolution: 'drill_complete', confirmMissing: true })
  return expected
}

test('a visitor signs in at the reception tablet, is on the roster there only, and leaves', async ({
  page,
  browser,
  launchOptions,
  rollcall,
}) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const here = (await api('get', '/api/buildings')).items[0]
  const elsewhere = await api('post', '/api/buildings', { name: `Annex ${mark}` })
  const badge = `c7${mark}0001`
  await api('post', '/api/transmitters', { transmitterId: badge, name: `Guest ${mark}`, entityType: 'visitor' })

  await page.goto(`${rollcall.url}/visits`)
  await page.getByTestId('expect-visitor').click()
  await page.locator('[data-field="fullName"] input').fill(visitor)
  await page.locator('[data-field="company"] input').fill('Tide & Söhne')
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByTestId('visit-code')).toBeVisible()
  // What a phone would show to the tablet's camera.
  const invitation = await page.getByRole('img', { name: 'Code of the visit' }).screenshot()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByTestId('table')).toContainText(visitor)

  await page.goto(`${rollcall.url}/visits/tablets`)
  await page.getByTestId('new-tablet').click()
  await page.locator('[data-field="name"] input').fill(`Door ${mark}`)
  await page.getByTestId('dialog-submit').click()
  const address = await page.getByTestId('link-address').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByTestId('table')).toContainText(`Door ${mark}`)

  const tablet = await browser.newContext({ viewport: { width: 1024, height: 768 }, hasTouch: true })
  const kiosk = await tablet.newPage()
  const trouble = watchForTrouble(kiosk)
  await kiosk.goto(address)
  await expect(kiosk.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${here.name}`)
  const { executablePath = '' } = launchOptions
  const buffer = await photographOf(invitation, browser, executablePath)
  const picture = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
  await kiosk.getByTestId('kiosk-expected').tap()
  const opened = kiosk.waitForEvent('filechooser')
  await kiosk.getByRole('button', { name: 'Take a picture of your code' }).tap()
  await (await opened).setFiles(picture)
  await expect(kiosk.getByTestId('kiosk-greeting')).toHaveText(`Welcome, ${visitor}`)
  await kiosk.getByTestId('kiosk-take-badge').tap()
  await kiosk.getByTestId('kiosk-code').fill(badge.toUpperCase())
  await kiosk.keyboard.press('Enter')
  await expect(kiosk.getByTestId('kiosk')).toContainText(`Your badge is Guest ${mark}`)
  await bringChecker(kiosk)
  expect(await accessibilityFindings(kiosk, 'kiosk')).toEqual([])
  await kiosk.getByTestId('kiosk-back').tap()
  await expect(kiosk.getByTestId('kiosk'), 'the next one sees nothing of it').not.toContainText(visitor)

  expect(await isOnRoster(page, api, rollcall, here.id)).toBe(true)
  expect(await isOnRoster(page, api, rollcall, elsewhere.id)).toBe(false)

  await kiosk.getByTestId('kiosk-leaving').tap()
  await kiosk.getByTestId('kiosk-picture').setInputFiles(picture)
  await expect(kiosk.getByTestId('kiosk-greeting')).toHaveText(`Goodbye, ${visitor}`)
  expect(await isOnRoster(page, api, rollcall, here.id)).toBe(false)
  await kiosk.getByTestId('kiosk-back').tap()
  await kiosk.getByTestId('kiosk-unexpected').tap()
  await kiosk.getByTestId('kiosk-fullName').fill(`Iðunn ${mark}`)
  await kiosk.getByTestId('kiosk-submit').tap()
  await expect(kiosk.getByTestId('kiosk-greeting')).toHaveText(`Welcome, Iðunn ${mark}`)
  expect(trouble).toEqual([])

  await page.goto(`${rollcall.url}/visits`)
  const row = page
    .getByTestId('table')
    .locator('tbody tr')
    .filter({ hasText: `Iðunn ${mark}` })
  await row.getByTestId('row-menu').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(row).toContainText('Left')
  await tablet.close()
})
