// Hands a message to NOTIFY_WEBHOOK_URL as JSON: webhooks themselves, and SMS and voice, which the operator's gateway behind it
// delivers to `address`.
import { failed, type Send } from './sender.ts'

/** Not now: a timeout, too early, too many. Other 4xx are refusals for good. */
const mayPass = new Set([408, 425, 429])

export function createWebhookSender({ url, timeoutMs = 10_000 }: { url: string; timeoutMs?: number }): Send {
  return async (message) => {
    const needsNumber = message.channel === 'sms' || message.channel === 'voice'
    if (needsNumber && message.address === null) return failed('webhook', 'There is no phone number.', false)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Rollcall' },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      const { status } = response
      if (!response.ok)
        return failed('webhook', `The webhook answered ${status}.`, status >= 500 || mayPass.has(status))
      return { sender: 'webhook', result: 'sent', detail: `The webhook answered ${status}.`, retry: false }
    } catch (error) {
      return failed('webhook', error, true)
    }
  }
}
