// Runs before everything else.

// zod would probe, while the contract's schemas are created, whether it may compile code, which the production CSP forbids and reports
// as a violation (appendix, security headers). A module of the bundle would come too late: the bundler may place schemas in a part
// that runs before it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const [, eventId] = /^\/emergency\/([\da-f-]{36})$/.exec(location.pathname) ?? []
const isSignedIn = document.cookie.includes('auth_user=')

// Whoever opens a muster board waits for its people longest: those of the first screen are read while the application is still on its
// way. By address; src/api/call.ts takes them from here. What nobody has taken soon is too old.
globalThis.readAhead = new Map()
if (eventId && isSignedIn) {
  const address = `/api/emergency/muster?eventId=${eventId}&since=0&atMost=40`
  const soon = AbortSignal.timeout(15_000)
  const answer = fetch(address, { headers: { accept: 'application/json' }, signal: soon })
  soon.addEventListener('abort', () => globalThis.readAhead.delete(address))
  // Whoever takes it hears of it.
  answer.catch(() => undefined)
  globalThis.readAhead.set(address, answer)
}

// The files of some pages come beside the start of the application, which would ask for them only once it runs; the build names them.
const filesOfPages = {}
const page = eventId ? 'board' : location.pathname.startsWith('/floor-plan') && 'floorPlan'
for (const file of (isSignedIn && filesOfPages[page]) || []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }))
}
