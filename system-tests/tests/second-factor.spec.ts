// The second factor in a browser: set up from the profile page, asked for at the sign-in, and demanded of a role (docs/accounts.md).
import { expect, type Page } from '@playwright/test'
import { anAuthenticatorApp } from '../setup/an-authenticator-app.ts'
import { test } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

test.use({ empty: true })

/** From the page that asks for the password to the recovery codes. */
async function setUp(page: Page, password: string) {
  await page.getByTestId('second-factor-password').fill(password)
  await page.getByTestId('second-factor-submit').click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const nextCode = anAuthenticatorApp((await page.getByTestId('second-factor-key').textContent()) ?? '')
  await page.getByTestId('first-code').fill(nextCode())
  await page.getByTestId('second-factor-submit').click()
  const listed = page.getByTestId('recovery-codes').getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await page.getByTestId('second-factor-done').click()
  return { nextCode, codes }
}

test('is set up on the profile page and asked for at the next sign-in', async ({ page, rollcall }) => {
  const account = rollcall.account('safety')
  await signIn(page, rollcall, account)
  await page.goto(`${rollcall.url}/profile`)
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  const { nextCode } = await setUp(page, account.password)
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await page.getByTestId('sign-in-email').fill(account.email)
  await page.getByTestId('sign-in-password').fill(account.password)
  await page.getByTestId('sign-in-submit').click()
  await page.getByTestId('sign-in-code').fill('000000')
  await page.getByTestId('sign-in-submit').click()
  await expect(page.getByTestId('sign-in-error')).toContainText('This code is wrong')
  await page.getByTestId('sign-in-code').fill(nextCode())
  await page.getByTestId('sign-in-submit').click()
  await expect(page).not.toHaveURL(/\/login/)
})

test('is demanded of a role, and of nobody who has it', async ({ page, browser, rollcall }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.9' } })
  const admin = await context.newPage()
  await signIn(admin, rollcall, rollcall.account('admin'))
  const account = rollcall.account('operator')
  await signIn(page, rollcall, account)
  await admin.goto(`${rollcall.url}/roles`)
  await admin.getByRole('checkbox', { name: 'Operator: needs a second factor' }).click()
  await admin.getByTestId('save-roles').click()
  await expect(admin.getByText('The roles were changed', { exact: true })).toBeVisible()
  // The page that is open is led to it, and so is any other.
  await expect(page).toHaveURL(/\/second-factor/)
  await page.goto(`${rollcall.url}/profile`)
  await expect(page).toHaveURL(/\/second-factor/)
  const { codes } = await setUp(page, account.password)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toHaveCount(0)
  await page.goto(`${rollcall.url}/profile`)
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(codes[0] ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL(/\/second-factor/)
  await context.close()
})
