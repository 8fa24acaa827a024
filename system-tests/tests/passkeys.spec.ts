// Passkeys in a browser with an authenticator of its own: added on the profile page, used alone and after the password, removed
// (docs/accounts.md).
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'

test.use({ empty: true })

/** As a phone or a laptop has it inside; `verifies`: whether its holder lets it see a finger. */
async function anAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('signs in alone and after the password, and is removed', async ({ page, rollcall }) => {
  const account = rollcall.account('safety')
  const finger = await anAuthenticator(page)
  await signIn(page, rollcall, account)
  await page.goto(`${rollcall.url}/profile`)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByTestId('passkey-name').fill('Laptop of 张伟')
  await page.getByTestId('second-factor-password').fill(account.password)
  await page.getByTestId('second-factor-submit').click()
  await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10)
  await page.getByTestId('second-factor-done').click()
  await expect(page.getByTestId('passkeys')).toContainText('Laptop of 张伟')
  await expect(page.getByTestId('passkeys')).toContainText('not used yet')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await finger.verifies(false)
  await page.getByTestId('sign-in-passkey').click()
  await expect(page.getByTestId('sign-in-error')).toContainText('No passkey was used')
  await finger.verifies(true)
  await page.getByTestId('sign-in-passkey').click()
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto(`${rollcall.url}/profile`)
  await expect(page.getByTestId('passkeys')).toContainText('last used')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  // An address has five attempts.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.21' })
  await page.getByTestId('sign-in-email').fill(account.email)
  await page.getByTestId('sign-in-password').fill(account.password)
  await page.getByTestId('sign-in-submit').click()
  await expect(page.getByLabel('Recovery code')).toBeVisible()
  await page.getByTestId('sign-in-passkey').click()
  await expect(page).not.toHaveURL(/\/login/)

  await page.goto(`${rollcall.url}/profile`)
  await page.getByRole('button', { name: 'Remove Laptop of 张伟' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(account.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByTestId('passkeys')).toHaveCount(0)
})
