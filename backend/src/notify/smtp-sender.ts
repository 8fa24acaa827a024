// Sends e-mail through SMTP_URL. One transport with a few kept connections; every wait has a limit.
import { createTransport } from 'nodemailer'
import { failed, type Send } from './sender.ts'

export type SmtpSender = { readonly send: Send; close(): void }

export function createSmtpSender({ url, from }: { url: string; from: string }): SmtpSender {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: hostname,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    // Text only: nothing in a message may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ address, subject, text }) {
      if (address === null) return failed('smtp', 'There is no e-mail address.', false)
      try {
        const { response } = await transport.sendMail({ from, to: { name: '', address }, subject, text })
        return { sender: 'smtp', result: 'sent', detail: response.slice(0, 300), retry: false }
      } catch (error) {
        const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        // 5xx is a refusal for good (RFC 5321); everything else may pass.
        return failed('smtp', error, code < 500)
      }
    },
    close: () => transport.close(),
  }
}
