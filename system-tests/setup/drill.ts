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

/** The same with a finger, on a phone. */
export async function startDrillByTouch(page: Page) {
  await page.getByTestId('start-drill').tap()
  await page.getByText('Fire', { exact: true }).tap()
  await expect(page.getByTestId('hold')).toHaveAttribute('aria-disabled', 'false')
  const { x, y, width, height } = (await page.getByTestId('hold').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const finger = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByTestId('board')).toBeVisible({ timeout: 60_000 })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
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
