// The service worker: lets the application open without a network, and shows push notifications. It keeps the files of one build and
// nothing else: never an answer of the API, so nothing of any account. The server writes `rollcallFiles` before the first line: which
// build this is, and its files. A new build is new text here, so that browsers take it at once (docs/decisions/0031-what-a-phone-keeps.md).

/** @typedef {{ build: string, files: string[] }} Files */
const { build, files } = /** @type {{ rollcallFiles: Files }} */ (/** @type {unknown} */ (globalThis)).rollcallFiles
const worker = /** @type {any} */ (globalThis)
const cacheName = `rollcall-${build}`
const known = new Set(files)
/** A network that answers nothing is none. */
const patienceMs = 5_000
/** Not pages of the application. */
const elsewhere = /^\/(api|auth|connection|docs|metrics|ingest|dev-login|dev-user|ble)(\/|$)/

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()))
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()))

/** All of a build or nothing of it: after an update in between, the page would name files that are not here. */
async function install() {
  const cache = await caches.open(cacheName)
  await cache.addAll(files)
  const page = await fetch('/', { cache: 'reload' })
  const named = (await page.clone().text()).match(/\/built\/[^"]+/g) ?? []
  if (!page.ok || named.some((file) => !known.has(file))) {
    await caches.delete(cacheName)
    throw new Error('The application was updated meanwhile')
  }
  await cache.put('/', page)
  await worker.skipWaiting()
}

/** An old application does not live on. */
async function activate() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('rollcall-') && name !== cacheName).map((name) => caches.delete(name)),
  )
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!elsewhere.test(pathname)) event.respondWith(answerPage(event))
  } else if (known.has(pathname))
    event.respondWith(pathname.startsWith('/built/') ? answerBuilt(request) : answerNewest(request))
})

/** The newest application as long as there is a network; otherwise the one that is here. */
async function answerPage(/** @type {any} */ event) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('No answer')), patienceMs))
  try {
    const reply = await Promise.race([newestPage(event), late])
    if (reply.status < 500) return reply
  } catch {
    // Without a network, or with one that does not answer.
  }
  return (await caches.match('/', { cacheName, ignoreVary: true })) ?? Response.error()
}

async function newestPage(/** @type {any} */ event) {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/** Their names change with what is in them. */
async function answerBuilt(/** @type {Request} */ request) {
  return (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request)
}

async function answerNewest(/** @type {Request} */ request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { cacheName, ignoreVary: true })) ?? Response.error()
  }
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  const { title, body, path, tag } = event.data?.json() ?? {}
  if (title)
    event.waitUntil(
      worker.registration.showNotification(title, {
        body,
        tag,
        renotify: true,
        requireInteraction: true,
        icon: '/icon-192.png',
        badge: '/icon-192.png',
        data: { path },
      }),
    )
})

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data?.path ?? '/')))
})

/** In a page that is open, or a new one; only ever of this application. */
async function show(/** @type {string} */ path) {
  const { href, origin } = new URL(path, location.origin)
  if (origin !== location.origin) return
  const [page] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return worker.clients.openWindow(href)
  // A browser that does not bring it forward shows the page all the same.
  await page.focus().catch(() => undefined)
  await page.navigate(href)
}
