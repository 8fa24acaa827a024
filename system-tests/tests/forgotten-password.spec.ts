// A forgotten password in the browser: asked for on the sign-in page, the link taken from a real mail, a new password set with it, the
// old one refused and the link of no use a second time (docs/accounts.md).
import { expect, type Page } from '@playwright/test'
import { readable } from '../../backend/tests/a-mail-server.ts'
import type { Account, Rollcall } from '../setup/separate-processes.ts'
import { watchForTrouble } from '../setup/signed-in.ts'
import { type MailServer, test } from '../setup/with-mail.ts'

test.use({ empty: true })

/** A refused password and a used link are answers that browsers write to the console themselves. */
const expected = /Failed to load resource: the server responded with a status of (401|410)/
const password = 'blue kettle sings'

async function askForLink(page: Page, { email }: Account, mail: MailServer): Promise<string> {
  await page.locator('a[href="/forgot-password"]').click()
  await page.getByTestId('forgotten-email').fill(email)
  await page.getByTestId('forgotten-submit').click()
  await expect(page.getByTestId('link-asked')).toContainText(email)
  let link = ''
  await expect
    .poll(() => {
      const found = mail.mails.findLast(({ to }) => to.includes(email))
      return (link = /http:\/\/\S+\/reset-password#[\w-]{43}/.exec(found ? readable(found) : '')?.[0] ?? '')
    })
    .not.toBe('')
  return link
}

async function choose(page: Page, chosen: string) {
  await page.getByTestId('new-password').fill(chosen)
  await page.getByTestId('new-password-again').fill(chosen)
  await page.getByTestId('reset-submit').click()
}

async function tryToSignIn(page: Page, { url }: Rollcall, email: string, given: string) {
  await page.goto(`${url}/login`)
  await page.getByTestId('sign-in-email').fill(email)
  await page.getByTestId('sign-in-password').fill(given)
  await page.getByTestId('sign-in-submit').click()
}

const languages = [
  { locale: 'en-GB', role: 'operator', done: 'Sign in', over: /used already/, refused: /wrong/ },
  { locale: 'de-DE', role: 'viewer', done: 'Anmelden', over: /schon benutzt/, refused: /falsch/ },
] as const

for (const { locale, role, done, over, refused } of languages) {
  test.describe(locale, () => {
    test.use({ locale })

    test('a forgotten password is replaced by a link from a mail, once', async ({ page, rollcall, mail }) => {
      const trouble = watchForTrouble(page)
      const account = rollcall.account(role)
      await page.goto(`${rollcall.url}/login`)
      const link = await askForLink(page, account, mail)

      await page.goto(link)
      await expect(page, 'the token leaves the address').toHaveURL(`${rollcall.url}/reset-password`)
      await choose(page, password)
      await page.getByRole('link', { name: done }).click()
      await expect(page).toHaveURL(/\/login/)

      await page.goto(link)
      await choose(page, 'green kettle sings')
      await expect(page.getByRole('alert')).toContainText(over)

      await tryToSignIn(page, rollcall, account.email, account.password)
      await expect(page.getByTestId('sign-in-error')).toContainText(refused)
      await tryToSignIn(page, rollcall, account.email, password)
      await expect(page).not.toHaveURL(/\/login/)
      expect(trouble.filter((text) => !expected.test(text))).toEqual([])
    })
  })
}
