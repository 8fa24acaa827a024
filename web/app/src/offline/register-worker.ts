// Registers the service worker (public/sw.js), which lets the application open without a network, and tells of a newer application: a
// page of the old one does not live on. Not while developing: there the application changes under its name.
import type { useToast } from '@nuxt/ui/composables/useToast'
import { t } from './texts.ts'

const lookEveryMs = 60 * 60_000
/** Once for a page, whoever signs in. */
let registered = false

export async function registerWorker(toast: ReturnType<typeof useToast>): Promise<void> {
  if (registered || !ownScript().startsWith('/built/') || !('serviceWorker' in navigator)) return
  registered = true
  navigator.serviceWorker.addEventListener('controllerchange', async () => {
    await activated(navigator.serviceWorker.controller)
    if (await isThisApplication()) return
    if (document.visibilityState === 'hidden') return globalThis.location.reload()
    toast.add({
      id: 'missing-part',
      color: 'warning',
      icon: 'i-lucide-refresh-cw',
      title: t('rollcallHasBeenUpdated'),
      description: t('loadThePageAgainToGoOnWhat'),
      duration: 0,
      actions: [{ label: t('loadAgain'), onClick: () => globalThis.location.reload() }],
    })
  })
  // A browser that refuses it goes on without.
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
  const look = () => void registration?.update().catch(() => undefined)
  setInterval(look, lookEveryMs)
  globalThis.addEventListener('online', look)
}

/** A worker takes over before it has cleared the old application away. */
async function activated(worker: ServiceWorker | null): Promise<void> {
  if (worker && worker.state !== 'activated')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
}

/** Whether what the worker would open is what this page was made from. */
async function isThisApplication(): Promise<boolean> {
  const kept = await caches.match('/')
  return kept === undefined || (await kept.text()).includes(ownScript())
}

/** What this page began with; its name changes with every build. */
function ownScript(): string {
  return document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
}
