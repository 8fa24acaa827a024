// Which sender carries which channel: SMTP for e-mail, the webhook for the rest, and where none is configured a dry run, which
// sends nothing and says so (rules 9).
import type { NotifySettings } from '../config.ts'
import type { Attempt, Send } from './sender.ts'
import { createSmtpSender } from './smtp-sender.ts'
import { createWebhookSender } from './webhook-sender.ts'

export type Senders = { readonly send: Send; close(): void }

export function createSenders({ smtpUrl, from, webhookUrl }: NotifySettings): Senders {
  const smtp = smtpUrl === null ? null : createSmtpSender({ url: smtpUrl, from })
  const webhook = webhookUrl === null ? null : createWebhookSender({ url: webhookUrl })
  return {
    send: (message) => ((message.channel === 'email' ? smtp?.send : webhook) ?? dryRun)(message),
    close: () => smtp?.close(),
  }
}

const dryRun: Send = async ({ address }): Promise<Attempt> => ({
  sender: 'dry-run',
  result: 'dry_run',
  detail: `Nothing was sent${address === null ? '' : ` to ${address}`}: no sender is configured for this channel.`,
  retry: false,
})
