// Push notifications in this browser: turned on by whoever is signed in, and off when they sign out or somebody else signs in. The
// browser's maker carries them, sealed; they name no person (docs/decisions/0031-what-a-phone-keeps.md). For ThisDevice.vue.
import { push } from '@rollcall/contracts/domains/push'
import { call } from '../api/call.ts'

/** Whose it is here, and under which id the server has it. */
const storedAs = 'rollcall.push'
type Own = { readonly userId: string; readonly id: string }

export type PushState = 'on' | 'off' | 'refused' | 'impossible'

export async function pushState(userId: string): Promise<PushState> {
  const manager = await pushManager()
  if (manager === null) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  return (await manager.getSubscription()) !== null && own()?.userId === userId ? 'on' : 'off'
}

/** Within a tap: browsers ask for consent only then. */
export async function turnPushOn(userId: string): Promise<PushState> {
  const manager = await pushManager()
  if (manager === null) return 'impossible'
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const { publicKey } = await call(push.key)
  // One that was made with another key, or for another account, is of no use.
  await (await manager.getSubscription())?.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  const { id } = await call(push.subscribe, { body })
  localStorage.setItem(storedAs, JSON.stringify({ userId, id } satisfies Own))
  return 'on'
}

/** Also without a network: this browser then shows nothing more, and the server hears of it when it next tries. */
export async function turnPushOff(): Promise<void> {
  const mine = own()
  localStorage.removeItem(storedAs)
  const subscription = await (await pushManager())?.getSubscription()
  const told = mine && call(push.unsubscribe, { params: { id: mine.id } })
  // Nobody waits long for the way out.
  await Promise.race([Promise.allSettled([subscription?.unsubscribe(), told]), rest(3_000)])
}

/** After somebody else signed in here. */
export async function dropForeignPush(userId: string): Promise<void> {
  const mine = own()
  if (mine === null || mine.userId === userId) return
  localStorage.removeItem(storedAs)
  await (await (await pushManager())?.getSubscription())?.unsubscribe()
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function own(): Own | null {
  try {
    return JSON.parse(localStorage.getItem(storedAs) ?? 'null') as Own | null
  } catch {
    return null
  }
}

async function pushManager(): Promise<PushManager | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return null
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null
}
