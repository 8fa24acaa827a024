// Hands one push message to the push service of its browser. The address comes from a browser, so only those of known push services
// (PUSH_SERVICES) are ever asked. Used by push-outbox.ts.
import { failed, type Attempt } from './sender.ts'
import { sealForBrowser, vapidHeader, type BrowserKeys, type VapidKeys } from './push-crypto.ts'

export type PushAttempt = Attempt & {
  /** The push service knows this browser no longer. */
  readonly gone: boolean
}
export type PushMessage = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

const timeoutMs = 10_000
/** After that an alarm helps nobody. */
const keptSeconds = 30 * 60
const mayPass = new Set([408, 425, 429])

/** `services`: hosts, `*.` for all below one; or whole origins. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, origin, username, password } = new URL(endpoint)
  if (username || password) return false
  return services.some((service) => {
    if (service.includes('://')) return origin === service
    if (protocol !== 'https:') return false
    return service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service
  })
}

export async function sendPush(
  { endpoint, p256dh, auth }: { endpoint: string } & BrowserKeys,
  message: PushMessage,
  { keys, subject }: { keys: VapidKeys; subject: string },
): Promise<PushAttempt> {
  try {
    const body = sealForBrowser(JSON.stringify(message), { p256dh, auth })
    const reply = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(endpoint, keys, subject),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptSeconds),
        urgency: 'high',
        // What is over replaces what began, where that has not arrived.
        topic: message.tag.replaceAll('-', '').slice(0, 32),
      },
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await reply.body?.cancel()
    const detail = `The push service answered ${reply.status}.`
    if (reply.ok) return { sender: 'push', result: 'sent', detail, retry: false, gone: false }
    const gone = [403, 404, 410].includes(reply.status)
    return { ...failed('push', detail, reply.status >= 500 || mayPass.has(reply.status)), gone }
  } catch (error) {
    return { ...failed('push', error, true), gone: false }
  }
}
