// Live updates stop and come back: the page says so and recovers by itself.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, signIn } from '../setup/signed-in.ts'

// holds spec 1.6-1
test('the page says that live updates stopped, goes on by polling, and recovers when the relay returns', async ({
  page,
  rollcall,
}) => {
  await signIn(page, rollcall, rollcall.account('operator'))
  await page.goto(`${rollcall.url}/floor-plan`)
  const status = page.getByTestId('live-status')
  await expect(status).toHaveAttribute('data-state', 'live')
  await expectMarkersToMove(page)

  await rollcall.kill('relay')
  await expect(status).toHaveAttribute('data-state', /reconnecting|polling/)
  await expect(page.getByTestId('live-notice')).toContainText('Live updates')
  await expect(status, 'the page polls').toHaveAttribute('data-state', 'polling')
  await expectMarkersToMove(page)
  await page.getByTestId('show-checks').click()
  const checks = page.getByTestId('live-checks')
  await expect(checks, 'an operator sees what does not work').toContainText('This page is not connected')
  await expect(checks, 'and settings are for those who run the installation').not.toContainText('REALTIME_')

  await rollcall.start('relay')
  await expect(status).toHaveAttribute('data-state', 'live', { timeout: 40_000 })
  await expectMarkersToMove(page)
})
