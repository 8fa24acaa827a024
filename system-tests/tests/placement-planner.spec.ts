// The placement planner as people use it: look, drag, add where it helps most, take one as down, take back; nothing is changed until it is
// applied. On a desktop and on a phone.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'
import { phone } from '../setup/within-window.ts'

const summary = (page: Page) => page.getByTestId('plan-summary')
const handles = (page: Page) => page.locator('[data-handle^="receiver-"]')

async function openPlanner(page: Page, rollcall: { url: string }) {
  await page.goto(`${rollcall.url}/placement-planner`)
  await expect(summary(page)).toContainText('off on average')
  await expect(handles(page).first()).toBeVisible()
}

test('a receiver is tried elsewhere, added, taken as down, and nothing is changed before it is applied', async ({
  page,
  rollcall,
}) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  await openPlanner(page, rollcall)
  const before = await summary(page).textContent()
  const count = await handles(page).count()

  await page.getByTestId('best-mean').click()
  await expect(handles(page)).toHaveCount(count + 1)
  await expect(summary(page)).not.toHaveText(before ?? '')
  await expect(page.getByTestId('chosen-receiver')).toContainText('Planned, not registered')
  await expect(page.getByTestId('edit-save')).toBeDisabled()

  await page.getByTestId('take-down').click()
  await expect(page.getByTestId('worse-areas')).toContainText('Without Planned 1')
  await page.getByTestId('remove-receiver').click()
  await expect(summary(page)).toHaveText(before ?? '')

  const handle = handles(page).first()
  await handle.focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByTestId('edit-save')).toHaveText('Apply 1 change')
  for (let i = 0; i < 5; i++) await page.getByTestId('undo').click()
  await expect(summary(page)).toHaveText(before ?? '')
  await expect(page.getByTestId('edit-save')).toBeDisabled()
  expect(trouble).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })
  test('the map and its words are there', async ({ page, rollcall }) => {
    await signIn(page, rollcall, rollcall.account('viewer'))
    await openPlanner(page, rollcall)
    await expect(page.getByTestId('legend')).toBeVisible()
    await expect(page.getByTestId('areas').first()).toBeVisible()
  })
})
