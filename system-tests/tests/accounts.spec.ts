// Accounts in a browser: a role that changes while a page is open, sessions that are ended, passwords that are refused.
import { expect, type Browser, type Page } from '@playwright/test'
import { test, type Rollcall } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

/** Another person at another machine. */
async function another(browser: Browser, rollcall: Rollcall, role: string, address: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  await signIn(page, rollcall, rollcall.account(role))
  return page
}

async function setPermissions(admin: Page, url: string, role: string, permissions: readonly string[]): Promise<void> {
  const csrf = (await (await admin.request.get(`${url}/api/auth/csrf-token`)).json()) as { data: { csrfToken: string } }
  const headers = { 'x-csrf-token': csrf.data.csrfToken }
  const reply = await admin.request.put(`${url}/api/admin/roles/${role}`, { headers, data: { permissions } })
  expect(reply.status()).toBe(200)
}

// holds rules 5-12
test('a permission that is given, and taken back, shows on a page that is open', async ({
  page,
  browser,
  rollcall,
}) => {
  const admin = await another(browser, rollcall, 'admin', '198.51.100.1')
  const roles = (await (await admin.request.get(`${rollcall.url}/api/admin/roles`)).json()) as {
    data: { role: string; permissions: string[] }[]
  }
  const permissions = roles.data.find(({ role }) => role === 'operator')?.permissions ?? []
  await signIn(page, rollcall, rollcall.account('operator'))
  const entry = page.getByRole('link', { name: 'Audit log' })
  await expect(page.getByTestId('live-status')).toHaveAttribute('data-state', 'live')
  await expect(entry).toHaveCount(0)
  await setPermissions(admin, rollcall.url, 'operator', [...permissions, 'audit.read'])
  await entry.click()
  await expect(page).toHaveURL(/\/audit/)
  await setPermissions(admin, rollcall.url, 'operator', permissions)
  await expect(page).toHaveURL(/forbidden/)
  await expect(entry).toHaveCount(0)
  await admin.context().close()
})

// holds rules 5-16
test('a session that is ended on the profile page goes to the sign-in page elsewhere', async ({
  page,
  browser,
  rollcall,
}) => {
  const elsewhere = await another(browser, rollcall, 'safety', '198.51.100.2')
  await signIn(page, rollcall, rollcall.account('safety'))
  await page.goto(`${rollcall.url}/profile`)
  const sessions = page.getByTestId('sessions').getByRole('listitem')
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1)
  const other = sessions.filter({ hasText: '198.51.100.2' })
  await expect(other).toContainText('Chrome on Linux')
  await other.getByRole('button', { name: /^End the session/ }).click()
  await expect(other).toHaveCount(0)
  await expect(elsewhere).toHaveURL(/\/login\?.*reason=ended/)
  await elsewhere.context().close()
})

// holds rules 8-35
test('a password that is tried first is refused at its field, and the bar says so before', async ({
  page,
  rollcall,
}) => {
  const { password, ...account } = rollcall.account('viewer')
  await signIn(page, rollcall, { ...account, password })
  await page.goto(`${rollcall.url}/change-password`)
  await page.getByTestId('current-password').fill(password)
  await page.getByTestId('new-password').fill('Liverpool2024')
  await page.getByTestId('new-password-again').fill('Liverpool2024')
  await expect(page.getByTestId('password-strength')).toContainText('Easily guessed')
  await page.getByTestId('change-password-submit').click()
  await expect(page.getByText('This is one of the passwords that are tried first.')).toBeVisible()
  await page.getByTestId('new-password').fill('blue kettle sings')
  await expect(page.getByTestId('password-strength')).toContainText('Very good')
})
