// aMailServer(): a real SMTP server on a loopback port that keeps the mails it accepts. `nobody@` is refused for good.
import { createServer, type AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type Mail = { from: string; to: string[]; text: string }
type Options = {
  /** Absent: a free one. */
  port?: number
  /** Whoever it names waits until the promise is there. */
  holds?: (mail: Mail) => Promise<void> | undefined
}

export async function aMailServer({ port = 0, holds = () => undefined }: Options = {}) {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo({ address }, _, done) {
      done(address.startsWith('nobody@') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const mail = { from: mailFrom ? mailFrom.address : '', to, text: Buffer.concat(parts).toString() }
        const accept = async () => {
          await holds(mail)
          mails.push(mail)
          done()
        }
        void accept()
      })
    },
  })
  // A client that goes away in the middle of a mail is no error of the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${address.port}`, mails, stop }
}

/** A loopback port where nobody listens. */
export async function aFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The text of a mail as its reader sees it. */
export function readable({ text }: Mail): string {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const content = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return content
  const joined = content.replaceAll(/=\r?\n/g, '')
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}
