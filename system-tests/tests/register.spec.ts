// The register as an administrator works with it: a person from the first entry to the last, a list imported, a floor calibrated.
import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** So that a second run meets nothing of the first. */
const mark = randomBytes(3).toString('hex')

test('a person is added, corrected, given a phone, archived and deleted', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.goto(`${rollcall.url}/people`)
  await page.getByTestId('new-person').click()
  await page.getByTestId('dialog-submit').click()
  await expect(page.locator('[data-field="fullName"]'), 'refused beside the field').toContainText('Fill this in')
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Number', { exact: true }).fill(`T-${mark}`)
  await page.getByLabel('Phone', { exact: true }).fill('+44 1632 960001')
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByTestId('person-name')).toHaveText('Grace Hopper')
  await expect(page.getByText('+441632960001')).toBeVisible()

  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Full name').fill('Rear Admiral Grace Hopper')
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByTestId('person-name')).toHaveText('Rear Admiral Grace Hopper')

  await page.getByTestId('enrol-phone').click()
  await page.getByTestId('dialog-submit').click()
  const link = await page.getByTestId('link-address').innerText()
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await page.goto(link)
  await page.getByTestId('phone-label').fill('Phone of Grace')
  await page.getByTestId('phone-key').fill('not a key')
  await page.getByTestId('enrol').click()
  await expect(page.getByText('A key is 32 digits')).toBeVisible()
  await page.getByTestId('phone-key').fill(randomBytes(16).toString('hex').toUpperCase())
  await page.getByTestId('enrol').click()
  await expect(page.getByTestId('enrolled')).toContainText('Phone of Grace')

  await page.goto(`${rollcall.url}/people?q=T-${mark}`)
  await page.getByRole('link', { name: 'Rear Admiral Grace Hopper' }).click()
  await expect(page.getByText('Phone of Grace')).toBeVisible()
  await page.getByTestId('row-menu').click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('Archived')).toBeVisible()
  await page.getByTestId('row-menu').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByTestId('dialog-submit').click()
  await expect(page).toHaveURL(/\/people$/)
  expect(trouble).toEqual([])
})

test('a floor is calibrated from a proposal that says what it changes, or why there is none', async ({
  page,
  rollcall,
}) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.goto(`${rollcall.url}/buildings`)
  await page.getByTestId('buildings').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Calibrate' }).first().click()
  // Nobody has been at a desk for hours.
  await expect(page.getByTestId('rests-gathered')).toHaveText(/^\d+ of \d+$/)
  await expect(page.getByTestId('by-rests')).toBeDisabled()
  await page.getByTestId('by-receivers').click()
  // The alert is always there, so that a screen reader hears it; without words it is hidden.
  const refusal = page.getByTestId('refusal').filter({ visible: true })
  await expect(page.getByTestId('proposal').or(refusal)).toBeVisible()
})

test('a page about one asset becomes the page about another when that is searched for', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.goto(`${rollcall.url}/assets`)
  const links = page.getByTestId('table').locator('tbody a[href^="/assets/"]')
  const wanted = (await links.nth(1).innerText()).split('\n')[0] ?? ''
  await links.first().click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByTestId('search-dialog').getByRole('textbox').fill(wanted)
  await page.getByRole('option', { name: wanted }).first().click()
  await expect(page.getByTestId('asset-name')).toHaveText(wanted)
})
