// Every page of the router, as an administrator, and what opens on them, in windows from a phone to a wall and in both themes
// (setup/every-window.ts): no console error, no violation of the content security policy, no finding of the automated accessibility check,
// nothing cut off or over something else, nothing too small for a finger, and nothing that leaves its window when it is scrolled to its
// end and past it.
import { expect, type Page } from '@playwright/test'
import { bringChecker } from '../setup/accessibility.ts'
import { everyPage } from '../setup/every-page.ts'
import { findingsIn, isPhone, longEnoughMs, type Look, looksOf } from '../setup/every-window.ts'
import { goWithin } from '../setup/go-within.ts'
import { layoutFindings } from '../setup/layout-findings.ts'
import { type Rollcall, test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { opened, overlay } from '../setup/what-opens.ts'
import { phone, windowFindings } from '../setup/within-window.ts'

/** A link that does not exist is answered with 404, which browsers write to the console themselves. */
const expected = /Failed to load resource: the server responded with a status of 404/

async function signedIn(page: Page, rollcall: Rollcall) {
  const trouble = watchForTrouble(page)
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content security policy: ${event.violatedDirective} refused ${event.blockedURI}`),
    ),
  )
  await signIn(page, rollcall, rollcall.account('admin'))
  await bringChecker(page)
  const api = await apiOf(page, rollcall)
  const inside = async () => (await api('get', '/api/dashboard/buildings'))[0].people
  await expect.poll(inside, { message: 'the site is lived in', timeout: 180_000 }).toBeGreaterThan(2)
  /** What was heard since the last time, as sentences. */
  return (name: string, path: string) => {
    const heard = trouble.splice(0).filter((text) => !(path.includes('no-such-link') && expected.test(text)))
    return heard.map((text) => `${name}: ${text}`)
  }
}

/** So that no test takes long, and one that must be tried again does not try them all. */
const parts = 4
for (let part = 0; part < parts; part += 1) {
  test(`no page breaks its own rules or shuts somebody out, ${part + 1} of ${parts}`, async ({ page, rollcall }) => {
    test.setTimeout(longEnoughMs)
    const trouble = await signedIn(page, rollcall)
    const pages = await everyPage(page, rollcall)
    expect(pages.length).toBeGreaterThan(40)
    for (const [nth, { name, path }] of pages.entries()) {
      if (nth % parts !== part) continue
      await goWithin(page, path)
      const findings = await findingsIn(page, name, looksOf(nth))
      expect.soft([...findings, ...trouble(name, path)], name).toEqual([])
    }
  })
}

test('nor does any while people are counted', async ({ page, rollcall }) => {
  test.setTimeout(longEnoughMs)
  const trouble = await signedIn(page, rollcall)
  const api = await apiOf(page, rollcall)
  const [building] = (await api('get', '/api/context')).buildings
  const { path: tablet } = await api('post', '/api/kiosks', { name: 'Main door', buildingId: building.id })
  const message = 'Leave by the nearest stairs, not by the lifts, and go to the assembly point in the car park.'
  const drill = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [building.id] }, message }
  const { id } = await api('post', '/api/emergency/trigger', drill)
  const { people } = await api('get', `/api/emergency/muster?eventId=${id}`)
  await api('post', `/api/emergency/${id}/account`, { personId: people[0].personId, status: 'needs_help' })
  await api('post', `/api/emergency/${id}/account`, { personId: people[1].personId, status: 'accounted' })
  const [link] = await api('post', `/api/emergency/${id}/links`, { personIds: [people[2].personId] })
  const board = `/emergency/${id}`
  const views = ['', '?view=search', '?view=map', '?view=notified'].map((view) => board + view)
  for (const [nth, path] of ['/', ...views, '/wall-board', tablet, link.path].entries()) {
    await goWithin(page, path)
    const findings = await findingsIn(page, path, looksOf(nth))
    expect.soft([...findings, ...trouble(path, path)], path).toEqual([])
  }
  await api('put', board.replace('/emergency', '/api/emergency'), {
    state: 'resolved',
    resolution: 'drill_complete',
    confirmMissing: true,
  })
})

for (const [where, isHere] of [
  ['on a desktop', (look: Look) => !isPhone(look)],
  ['on a phone', isPhone],
] as const) {
  test(`nothing that opens breaks the rules either, ${where}`, async ({ page, rollcall }) => {
    test.setTimeout(longEnoughMs)
    const trouble = await signedIn(page, rollcall)
    for (const [nth, [path, button, entry]] of opened.entries()) {
      const name = `${path}, ${entry ?? String(button)}`
      for (const look of looksOf(nth).filter(isHere)) {
        // Opened anew in each window: a menu closes when its window is made smaller.
        await page.setViewportSize(look.size)
        await goWithin(page, path)
        await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
        if (entry) await page.getByRole('menuitem', { name: entry }).click()
        await expect(page.locator(overlay).last(), name).toBeVisible()
        const findings = await findingsIn(page, name, [look], overlay)
        expect.soft([...findings, ...trouble(name, path)], name).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.locator(overlay), `${name} closes with Escape`).toHaveCount(0)
      }
    }
  })
}

test('a page without a frame stays within a phone that is held sideways', async ({ page, rollcall }) => {
  await page.setViewportSize({ width: phone.height, height: phone.width })
  await signIn(page, rollcall, rollcall.account('viewer'))
  await goWithin(page, '/change-password')
  expect(await windowFindings(page, 'change password')).toEqual([])
})

test('what is cut off, too small or over something else is found', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.evaluate(() => {
    const place = (name: string, left: number, width: number, style: object = {}) => {
      const button = document.createElement('button')
      button.textContent = name
      Object.assign(button.style, { position: 'absolute', top: '0', left: `${left}px`, width: `${width}px` })
      Object.assign(button.style, { height: '50px', whiteSpace: 'nowrap', ...style })
      document.querySelector('#probe')?.append(button)
    }
    document
      .querySelector('#app')
      ?.insertAdjacentHTML(
        'beforeend',
        '<div id="probe" style="position: absolute; top: 300px; inset-inline: 0; height: 60px"></div>',
      )
    place('Below', 300, 200)
    place('Above', 490, 100)
    place('Beyond', innerWidth - 20, 200)
    place('Words that need more room than this', 600, 60, { overflow: 'hidden' })
    place('Words that say so', 700, 60, { overflow: 'hidden', textOverflow: 'ellipsis' })
    place('Small', 800, 50, { height: '20px' })
  })
  expect(await layoutFindings(page, { within: '#probe', leastPx: 44 })).toEqual([
    expect.stringContaining('"Beyond" is cut off'),
    expect.stringContaining('"Words that need more room than this" is cut off'),
    '"Words that say so" ends in an ellipsis and has no title',
    'button "Below" and button "Above" overlap',
    expect.stringContaining('button "Beyond" lies beyond the edge'),
    'button "Small" is 50 × 20 px, too small for a finger',
  ])
})
