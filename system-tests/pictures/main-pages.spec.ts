// The pictures in docs/pictures, taken from the running product: `npm run pictures`.
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { endDrill, startDrill } from '../setup/drill.ts'
import { test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, signIn } from '../setup/signed-in.ts'

const file = (name: string) => fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url))
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme })

    test('the main pages', async ({ page, rollcall }) => {
      await page.goto(`${rollcall.url}/login`)
      await picture(page, `sign-in-${scheme}`)
      await signIn(page, rollcall, rollcall.account('admin'))
      await page.goto(`${rollcall.url}/`)
      // Receivers are judged every ten seconds; a picture of a building that has just been switched on would show none.
      await expect(page.getByTestId('receivers-online')).not.toHaveText('0', { timeout: 60_000 })
      await expect(page.getByTestId('chart').locator('canvas')).toBeVisible()
      await picture(page, `dashboard-${scheme}`)
      await page.goto(`${rollcall.url}/floor-plan`)
      await expectMarkersToMove(page)
      await picture(page, `floor-plan-${scheme}`)
      await page.setViewportSize(phone)
      // Opened anew: the layout for phones starts with another map.
      await page.reload()
      await expect(page.getByTestId('map-canvas').filter({ visible: true })).toHaveCount(1)
      await picture(page, `floor-plan-phone-${scheme}`)
    })

    test('a drill', async ({ page, rollcall }) => {
      await signIn(page, rollcall, rollcall.account('safety'))
      await page.goto(`${rollcall.url}/floor-plan`)
      await expectMarkersToMove(page)
      await page.goto(`${rollcall.url}/emergency`)
      await startDrill(page)
      for (let person = 0; person < 6; person += 1) {
        const row = page.locator('[data-testid="muster-row"][data-status="unknown"]').first()
        await row.getByRole('button', { name: 'Safe' }).click()
      }
      await page
        .locator('[data-testid="muster-row"][data-status="unknown"]')
        .first()
        .getByRole('button', { name: 'Needs help' })
        .click()
      await expect(page.getByTestId('count-help')).toHaveText('1')
      await picture(page, `muster-${scheme}`)
      await page.setViewportSize(phone)
      await page.reload()
      await expect(page.getByTestId('board')).toBeVisible()
      await picture(page, `muster-phone-${scheme}`)
      await endDrill(page)
      await page.setViewportSize(desktop)
      await picture(page, `report-${scheme}`)
    })

    test('the register and the equipment', async ({ page, rollcall }) => {
      await signIn(page, rollcall, rollcall.account('admin'))
      const lists = ['people', 'badges', 'receivers', 'roles'] as const
      for (const name of lists) {
        await page.goto(`${rollcall.url}/${name}`)
        await expect(page.getByRole('table')).toBeVisible()
        await picture(page, `${name}-${scheme}`)
      }
      await page.goto(`${rollcall.url}/people`)
      await page.getByTestId('table').getByRole('link').first().click()
      await expect(page.getByTestId('stays')).toBeVisible({ timeout: 60_000 })
      await picture(page, `person-${scheme}`)
      await page.setViewportSize(phone)
      await expect(page.getByTestId('person-name')).toBeVisible()
      await picture(page, `person-phone-${scheme}`)
    })
  })
}

/** After the fonts have come and nothing moves but the markers. */
async function picture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file(name), animations: 'disabled' })
}
