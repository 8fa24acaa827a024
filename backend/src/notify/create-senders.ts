// Which sender carries which channel: SMTP for e-mail, the webhook for the rest, and where none is configured a dry run, which
// sends nothing and says so (rules 9). Alarms, personal links and everything else have their own connections to the mail server, so
// that two thousand links stand before no alarm.
import type { NotifySettings } from '../config.ts'
import type { Attempt, Send } from './sender.ts'
import { createSmtpSender } from './smtp-sender.ts'
import { createWebhookSender } from './webhook-sender.ts'

export type Senders = {
  /** To contacts, about an emergency. */
  readonly alarm: Send
  /** Alerts and warnings. */
  readonly ordinary: Send
  /** Personal links, by mail; null: no mail server is set up. */
  readonly links: Send | null
  /** So many mails at once are worth it. */
  readonly connections: number
  close(): void
}

export function createSenders({ smtpUrl, smtpConnections, from, webhookUrl }: NotifySettings): Senders {
  const smtp = (connections: number, urgent: boolean) =>
    smtpUrl === null ? null : createSmtpSender({ url: smtpUrl, from, connections, urgent })
  const mails = { alarm: smtp(smtpConnections, true), links: smtp(smtpConnections, true), ordinary: smtp(1, false) }
  const webhook = webhookUrl === null ? null : createWebhookSender({ url: webhookUrl })
  const senderOver =
    (mail: Send | undefined): Send =>
    (message) =>
      ((message.channel === 'email' ? mail : webhook) ?? dryRun)(message)
  return {
    alarm: senderOver(mails.alarm?.send),
    ordinary: senderOver(mails.ordinary?.send),
    links: mails.links?.send ?? null,
    connections: smtpConnections,
    close() {
      for (const mail of Object.values(mails)) mail?.close()
    },
  }
}

const dryRun: Send = async ({ address }): Promise<Attempt> => ({
  sender: 'dry-run',
  result: 'dry_run',
  detail: `Nothing was sent${address === null ? '' : ` to ${address}`}: no sender is configured for this channel.`,
  retry: false,
})
