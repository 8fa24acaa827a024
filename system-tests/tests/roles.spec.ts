// Each role signs in and sees what its permissions allow.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, drawnPositions, signIn, watchForTrouble } from '../setup/signed-in.ts'

for (const role of ['admin', 'safety', 'operator']) {
  // holds spec 1.6-3, 6.1-6
  test(`${role} signs in and sees people move on the floor plan`, async ({ page, rollcall }) => {
    const trouble = watchForTrouble(page)
    await signIn(page, rollcall, rollcall.account(role))
    await page.goto(`${rollcall.url}/floor-plan`)
    await expect(page.getByTestId('live-status')).toHaveAttribute('data-state', 'live')
    await expectMarkersToMove(page)
    expect(trouble).toEqual([])
  })
}

test('viewer sees the plan and is told why there are no people on it', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.goto(`${rollcall.url}/floor-plan`)
  await expect(page.getByTestId('no-positions')).toBeVisible()
  expect((await drawnPositions(page)).size).toBe(0)
  const negotiate = await page.request.get(`${rollcall.url}/api/negotiate`)
  expect(negotiate.status()).toBe(403)
  expect(trouble).toEqual([])
})

test('a wrong password is refused in words, and nobody is signed in', async ({ page, rollcall }) => {
  await page.goto(`${rollcall.url}/login`)
  await page.getByLabel('Email').fill('admin@rollcall.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByTestId('sign-in-error')).toContainText('wrong')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('auth_token')
  await page.goto(`${rollcall.url}/floor-plan`)
  await expect(page).toHaveURL(/\/login/)
})
