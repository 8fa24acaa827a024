// Help on every page, and the guide that it comes from: by the keyboard, by the button, by the search over everything.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

test('help tells about the page and its keys, and the guide is searched', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.goto(`${rollcall.url}/floor-plan`)
  const field = page.getByPlaceholder('Find a person or asset')
  await expect(page.getByTestId('map')).toBeVisible()
  if (await field.isVisible()) {
    await field.press('?')
    await expect(page.getByTestId('help'), 'a question mark in a field is a letter').toBeHidden()
    await field.blur()
  }
  await page.keyboard.press('?')
  const help = page.getByTestId('help')
  await expect(help).toContainText('Read the floor plan')
  await expect(help).toContainText('Find a person or asset on this floor')
  await page.getByTestId('whole-guide').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guide')
  await page.getByTestId('guide-search').fill('deputy')
  await expect(page.getByTestId('guide-part')).toContainText(['Warden'])
  await expect(page).toHaveURL(/q=deputy/)
  await page.getByTestId('guide-search').fill('xylophone')
  await expect(page.getByText('Nothing in the guide matches')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('receive a visitor')
  await page.getByRole('option', { name: /Receive a visitor/ }).click()
  await expect(page).toHaveURL(/guide#visitors$/)
  const picture = page.locator('#visitors img')
  await expect(page.locator('#visitors')).toBeInViewport()
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100)
  expect(trouble).toEqual([])
})
