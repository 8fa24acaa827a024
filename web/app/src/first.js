// Runs before everything else.

// zod would probe, while the contract's schemas are created, whether it may compile code, which the production CSP forbids and reports
// as a violation (appendix, security headers). A module of the bundle would come too late: the bundler may place schemas in a part
// that runs before it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const [, eventId] = /^\/emergency\/([\da-f-]{36})$/.exec(location.pathname) ?? []
const [floorPlan, floorInAddress] = /^\/floor-plan(?:\/([\da-f-]{36}))?$/.exec(location.pathname) ?? []
const isSignedIn = document.cookie.includes('auth_user=')
const page = isSignedIn && (eventId ? 'board' : floorPlan && 'floorPlan')

// What a page waits for longest is read while the application is still on its way. By address; src/api/call.ts takes it from here. What
// nobody has taken soon is too old.
globalThis.readAhead = new Map()
const soon = AbortSignal.timeout(15_000)
soon.addEventListener('abort', () => globalThis.readAhead.clear())
function askAhead(address) {
  const answer = fetch(address, { headers: { accept: 'application/json' }, signal: soon })
  globalThis.readAhead.set(address, answer)
  // Whoever takes it hears of what went wrong.
  answer.catch(() => undefined)
  return answer
}

// Each of these needs the one before: which floors there are, what is on the one that is shown (the page chooses the same way, in
// src/session/site-store.ts), and its picture. Once the page has taken one, it asks for the next itself.
async function floorAhead() {
  const site = untilTaken('/api/context')
  // Not waited for where the address says which floor.
  site.catch(() => undefined)
  const shown = floorInAddress ?? floorOf((await site).buildings)
  const { plan } = (await untilTaken(`/api/context/floor/${shown}`)).floor
  if (plan) new Image().src = `/api/floors/${shown}/plan?v=${plan.version}`
}

async function untilTaken(address) {
  const reply = await askAhead(address)
  if (!globalThis.readAhead.has(address)) throw new Error('taken')
  return (await reply.clone().json()).data
}

function floorOf(buildings) {
  const building = buildings.length > 1 && buildings.find(({ id }) => id === localStorage.getItem('rollcall.building'))
  const floors = building ? building.floors : buildings.flatMap((one) => one.floors)
  const nearest = floors.toSorted((a, b) => Math.abs(a.level) - Math.abs(b.level))[0]
  return (floors.find(({ id }) => id === localStorage.getItem('rollcall.floor')) ?? nearest).id
}

if (page === 'board') askAhead(`/api/emergency/muster?eventId=${eventId}&since=0&atMost=40`)
// Whoever may not see floors is not made to ask for them.
else if (page && document.cookie.includes('floors.read')) floorAhead().catch(() => undefined)

// The files of some pages come beside the start of the application, which would ask for them only once it runs; the build names them.
const filesOfPages = {}
for (const file of filesOfPages[page] ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` }))
}
