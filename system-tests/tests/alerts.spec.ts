// Alerts from the running building to the people who take care of them: the demo's weak batteries ring the bell by themselves.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** An alert in the open bell whose cause stays: somebody in a restricted area leaves it again, and the alert is gone. */
async function lastingAlert(page: Page) {
  const items = page.getByTestId('alert-list').getByRole('listitem')
  const label = await items
    .filter({ hasText: 'battery left' })
    .last()
    .getByTestId('acknowledge')
    .getAttribute('aria-label')
  const text = String(label).replace('Acknowledge: ', '')
  return { text, item: items.filter({ hasText: text }) }
}

const openAlerts = async (page: Page) => Number(await page.getByTestId('alert-count').textContent())

test('an alert rings the bell, is acknowledged, and every other bell knows at once', async ({
  page,
  browser,
  rollcall,
}) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('operator'))
  const other = await (await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.201' } })).newPage()
  await signIn(other, rollcall, rollcall.account('safety'))
  await expect(other.getByTestId('alert-count')).toBeVisible({ timeout: 60_000 })
  await expect(other.getByTestId('live-status')).toHaveAttribute('data-state', 'live')
  const before = await openAlerts(other)

  await page.getByTestId('alert-bell').click()
  await expect(page.getByTestId('alert-list').getByRole('listitem')).not.toHaveCount(0)
  await page
    .getByTestId('alert-list')
    .getByRole('link', { name: /^All alerts/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alerts')
  const row = page.getByTestId('table').getByRole('row').filter({ hasText: 'battery left' }).first()
  const text = await row.getByRole('link').textContent()
  await row.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByRole('row').filter({ hasText: String(text) })).toHaveCount(0)
  await page.getByLabel('State').click()
  await page.getByRole('option', { name: 'Acknowledged' }).click()
  await expect(page.getByRole('row').filter({ hasText: String(text) })).toContainText(
    rollcall.account('operator').displayName,
  )
  // Sooner than it would ask by itself.
  await expect.poll(() => openAlerts(other), { message: 'the other bell' }).not.toBe(before)
  expect(trouble).toEqual([])
  await other.context().close()
})

test('an alert is acknowledged from the bell, on any page', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('operator'))
  await page.getByTestId('alert-bell').click()
  const { text, item } = await lastingAlert(page)
  await item.getByTestId('acknowledge').click()
  await expect(item).toHaveCount(0)
  const { data } = await (await page.request.get(`${rollcall.url}/api/alerts?state=acknowledged`)).json()
  expect(data.items.map((alert: { text: string }) => alert.text)).toContain(text)
})

test('an alert is put off from the bell, and open again from the page', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('operator'))
  await page.getByTestId('alert-bell').click()
  const { text, item } = await lastingAlert(page)
  await item.getByTestId('snooze').click()
  await page.getByRole('menuitem', { name: 'For 4 hours' }).click()
  await expect(item).toHaveCount(0)
  await page.goto(`${rollcall.url}/alerts?state=snoozed`)
  const row = page.getByTestId('table').locator('tbody tr').filter({ hasText: text })
  await expect(row).toContainText(/until .*, by /)
  await row.getByRole('button', { name: 'Open again' }).click()
  await expect(row).toHaveCount(0)
  const { data } = await (await page.request.get(`${rollcall.url}/api/alerts?state=open&pageSize=200`)).json()
  expect(data.items.map((alert: { text: string }) => alert.text)).toContain(text)
})

test('an alert is given to somebody from the bell, who is told at once, and taken from the page', async ({
  page,
  browser,
  rollcall,
}) => {
  const [operator, safety] = [rollcall.account('operator'), rollcall.account('safety')]
  await signIn(page, rollcall, operator)
  const other = await (await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.202' } })).newPage()
  await signIn(other, rollcall, safety)
  await expect(other.getByTestId('live-status')).toHaveAttribute('data-state', 'live')
  await page.getByTestId('alert-bell').click()
  const { text, item } = await lastingAlert(page)
  await item.getByTestId('assign').click()
  await page.getByRole('menuitem', { name: safety.displayName }).click()
  await expect(page.getByTestId('alert-list').getByLabel(`${safety.displayName}, assign`)).toBeVisible()
  await expect(other.getByText(`${operator.displayName} assigned to you: ${text}`).first()).toBeVisible()
  await other.getByTestId('alert-bell').click()
  await other.getByTestId('alert-list').getByRole('link', { name: 'Mine' }).click()
  const row = other.getByTestId('table').locator('tbody tr').filter({ hasText: text })
  await expect(row).toContainText('Yours')
  await row.getByTestId('assign').click()
  await other.getByRole('menuitem', { name: 'To nobody' }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`${rollcall.url}/alerts?assignedTo=nobody`)
  const nobodys = page.getByTestId('table').locator('tbody tr').filter({ hasText: text })
  await nobodys.getByTestId('take').click()
  await expect(nobodys).toHaveCount(0)
  await page.goto(`${rollcall.url}/alerts?assignedTo=me`)
  await expect(page.getByTestId('table').locator('tbody tr').filter({ hasText: text })).toContainText('Yours')
  await other.context().close()
})

test('a viewer sees the alerts of a viewer, and nothing to press', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.goto(`${rollcall.url}/alerts`)
  await expect(page.getByTestId('table').getByRole('row').filter({ hasText: 'battery left' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
  await page.getByLabel('Kind of alert').click()
  await expect(page.getByRole('option', { name: 'Battery low' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Restricted zone' })).toHaveCount(0)
})
