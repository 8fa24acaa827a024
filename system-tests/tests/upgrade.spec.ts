// Parts of the application load when they are wanted; a page that was opened long before must survive that they are gone.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

// As in a browser that has kept none of the application; what the service worker does is in offline.spec.ts.
test.use({ serviceWorkers: 'block' })

test('a page that an upgrade has taken away is loaded anew', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('operator'))
  let missing = 0
  await page.route('**/built/Weather-*.js', (route) =>
    missing++ === 0 ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await page.getByRole('link', { name: 'Weather' }).click()
  await expect(page.getByRole('heading', { name: 'Weather', level: 1 })).toBeVisible()
  expect(missing).toBe(2)
})

test('without a connection the page stays and says so', async ({ page, context, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('operator'))
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Weather' }).click()
  await expect(
    page.getByText('The server cannot be reached. Try again when the connection is back.', { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Weather' }).click()
  await expect(page.getByRole('heading', { name: 'Weather', level: 1 })).toBeVisible()
})
