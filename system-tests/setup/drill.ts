// Starting a drill as a person does, up to the muster board.
import { expect, type Page } from '@playwright/test'

export async function startDrill(page: Page) {
  await page.getByTestId('start-drill').click()
  await page.getByText('Fire', { exact: true }).click()
  const button = page.getByTestId('hold')
  await button.click()
  await expect(page.getByText('That was too short'), 'a click alone starts nothing').toBeVisible()
  await button.focus()
  // Held until it has worked, however fast the machine is.
  await page.keyboard.down('Space')
  await expect(page.getByTestId('board')).toBeVisible()
  await page.keyboard.up('Space')
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
