// Starting a drill as a person does, up to the muster board.
import { expect, type Page } from '@playwright/test'

/** Longer than the button wants to be held. */
const holdMs = 1_800

export async function startDrill(page: Page) {
  await page.getByTestId('start-drill').click()
  await page.getByText('Fire', { exact: true }).click()
  const button = page.getByTestId('hold')
  await button.click()
  await expect(page.getByText('That was too short'), 'a click alone starts nothing').toBeVisible()
  await button.focus()
  await page.keyboard.down('Space')
  await page.waitForTimeout(holdMs)
  await page.keyboard.up('Space')
  await expect(page.getByTestId('board')).toBeVisible()
}

/** Ends it although people are missing, up to the report. */
export async function endDrill(page: Page) {
  await page.getByTestId('resolve').click()
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByRole('alert').filter({ hasText: 'still missing' })).toBeVisible()
  await page.getByTestId('confirm-missing').click()
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByTestId('report-answer')).toBeVisible()
}
