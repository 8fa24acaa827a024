// The switch of building in the frame: every page is about the one that is chosen, a shared list takes it along, and it is remembered.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const theSwitch = (page: Page) => page.getByTestId('building-switch')
async function choose(page: Page, name: string): Promise<void> {
  await theSwitch(page).click()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(theSwitch(page)).toContainText(name)
}

test('one of two buildings is chosen once, for every page', async ({ page, browser, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const onSite = page.getByTestId('people-on-site')
  await expect(onSite).toBeVisible()
  await expect(theSwitch(page), 'nothing to choose from').toBeHidden()
  const { id } = await api('post', '/api/buildings', { name: 'Annex' })
  // Of the same name as one of the other building.
  const ground = { buildingId: id, name: 'Ground floor', level: 0, widthM: 20, heightM: 10 }
  const floor = await api('post', '/api/floors', ground)
  await page.reload()
  await expect(theSwitch(page)).toContainText('All buildings')
  await expect(onSite).not.toContainText(/^0\b/)

  await choose(page, 'Annex')
  await expect(onSite).toContainText('0')
  await page.goto(`${rollcall.url}/receivers`)
  await expect(page).toHaveURL(new RegExp(`building=${id}`))
  await expect(theSwitch(page), 'remembered').toContainText('Annex')
  await expect(page.getByTestId('table').locator('tbody tr')).toHaveCount(0)
  await page.goto(`${rollcall.url}/floor-plan`)
  await expect(page).toHaveURL(new RegExp(floor.id))

  await page.goto(`${rollcall.url}/receivers`)
  await choose(page, 'All buildings')
  await expect(page).not.toHaveURL(/building=/)
  await expect(page.getByTestId('table').locator('tbody tr').first()).toBeVisible()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await signIn(phone, rollcall, rollcall.account('operator'))
  await phone.goto(`${rollcall.url}/people?building=${id}`)
  await expect(theSwitch(phone), 'from the link').toContainText('Annex')
  await phone.close()
  expect(trouble).toEqual([])
})
