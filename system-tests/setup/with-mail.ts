// The product with a mail server beside it, which keeps what it is sent: for tests of messages and links that people get by mail.
import { aMailServer } from '../../backend/tests/a-mail-server.ts'
import { test as plain } from './separate-processes.ts'

export type MailServer = Awaited<ReturnType<typeof aMailServer>>
export const test = plain.extend<object, { mail: MailServer }>({
  mail: [
    // eslint-disable-next-line no-empty-pattern -- the test runner reads the parameter's pattern
    async ({}, use) => {
      const mail = await aMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mail }, use) => use({ SMTP_URL: mail.url, SMTP_FROM: 'alarm@rollcall.example' }),
    { scope: 'worker' },
  ],
})
