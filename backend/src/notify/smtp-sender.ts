// Sends e-mail through SMTP_URL. A few kept connections; every wait has a limit, and so has the whole attempt.
import { createTransport } from 'nodemailer'
import { failed, type Send } from './sender.ts'

export type SmtpSender = { readonly send: Send; close(): void }

type Options = {
  readonly url: string
  readonly from: string
  readonly connections: number
  /** Mail programs show it as urgent. */
  readonly urgent: boolean
  readonly timeoutMs?: number
}

export function createSmtpSender({ url, from, connections, urgent, timeoutMs = 30_000 }: Options): SmtpSender {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    // A kept connection that the server closed in the meantime; everything else is tried again by our own schedule.
    maxRequeues: 1,
    host: hostname,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
    // Text only: nothing in a message may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Nobody's holiday notice should answer an alarm (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return {
    async send({ address, subject, text }) {
      if (address === null) return failed('smtp', 'There is no e-mail address.', false)
      const mail = {
        from,
        to: { name: '', address },
        subject,
        text,
        headers,
        ...(urgent && { priority: 'high' as const }),
      }
      try {
        const { response } = await within(timeoutMs, transport.sendMail(mail))
        return { sender: 'smtp', result: 'sent', detail: response.slice(0, 300), retry: false }
      } catch (error) {
        return failed('smtp', error, !isRefusal(error))
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx to this recipient or this text is a refusal for good (RFC 5321); anything else, a wrong password included, may be mended. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as Error & { responseCode?: unknown; command?: unknown }
  return Number(responseCode) >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

async function within<T>(timeoutMs: number, sending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const late = () => reject(new Error(`The mail server did not take it within ${timeoutMs / 1000} s.`))
    timer = setTimeout(late, timeoutMs)
  })
  try {
    return await Promise.race([sending, timeout])
  } finally {
    clearTimeout(timer)
  }
}
