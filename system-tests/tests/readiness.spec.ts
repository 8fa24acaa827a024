// If it rang now: the number on the page falls when the simulated building fails, says why, and rises when it is well again.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

test.use({ settings: { SIMULATOR_FAILING_RECEIVERS: '0' } })

const score = async (page: Page) => Number(await page.getByTestId('readiness-score').textContent())
const reason = (page: Page, code: string) => page.locator(`[data-reason="${code}"]`)
const soon = { timeout: 240_000 }

test('readiness falls with silent receivers and flat badges, and rises again', async ({ page, rollcall }) => {
  test.setTimeout(900_000)
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('safety'))
  await page.goto(`${rollcall.url}/emergency`)
  await expect(reason(page, 'drill_overdue')).toContainText('Never drilled', soon)
  await expect(reason(page, 'receivers_silent')).toHaveCount(0, soon)
  await expect(reason(page, 'receivers_pausing')).toHaveCount(0, soon)
  const before = await score(page)
  const flatBefore = Number((await reason(page, 'badges_flat').textContent())?.match(/−(\d+)/)?.[1] ?? 0)

  await rollcall.kill('simulator')
  await rollcall.start('simulator', { SIMULATOR_DEAD_RECEIVERS: '5', SIMULATOR_FLAT_BATTERIES: '20' })
  await expect(reason(page, 'receivers_silent')).toContainText(/5 of \d+ receivers silent/, soon)
  await expect(reason(page, 'badges_flat')).toContainText(/\d+ of \d+ people with a badge almost empty/, soon)
  const cost = async () => Number((await reason(page, 'badges_flat').textContent())?.match(/−(\d+)/)?.[1] ?? 0)
  await expect.poll(cost, soon).toBeGreaterThan(flatBefore)
  expect(await score(page)).toBeLessThan(before)

  await rollcall.kill('simulator')
  await rollcall.start('simulator')
  await expect(reason(page, 'receivers_silent')).toHaveCount(0, soon)
  // A point more where a passing fault, a late reading, stood beside them before.
  await expect.poll(() => score(page), soon).toBeGreaterThanOrEqual(before)

  // Its history is drawn, and names what happened.
  const history = page.getByTestId('readiness-history')
  await expect(history.locator('canvas')).toBeVisible()
  await expect(history.getByTestId('readiness-changes')).toContainText(/Fell from \d+ to \d+/)
  await expect(history.getByTestId('readiness-changes')).toContainText(/Rose from \d+ to \d+/)
  await page.goto(`${rollcall.url}/`)
  await expect(page.getByTestId('readiness-line')).toContainText(/\d+ of 100/)
  expect(trouble).toEqual([])
})
