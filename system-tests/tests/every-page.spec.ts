// Every page of the router, as an administrator, and what opens on them: no console error, no violation of the content security
// policy, no serious or critical finding of the automated accessibility check in the light and in the dark theme, and nothing that
// leaves its window when it is scrolled to its end and past it.
import { expect, type Page } from '@playwright/test'
import { accessibilityFindings, bringChecker } from '../setup/accessibility.ts'
import { everyPage } from '../setup/every-page.ts'
import { goWithin } from '../setup/go-within.ts'
import { type Rollcall, test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'
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
  return trouble
}

test('no page breaks its own rules or shuts somebody out', async ({ page, rollcall }) => {
  test.setTimeout(240_000)
  const trouble = await signedIn(page, rollcall)
  const pages = await everyPage(page, rollcall)
  expect(pages.length).toBeGreaterThan(15)
  const findings: string[] = []
  for (const { name, path } of pages) {
    await goWithin(page, path)
    findings.push(...(await accessibilityFindings(page, name)))
    findings.push(...(await windowFindings(page, name)))
    const heard = trouble.splice(0).filter((text) => !(path.includes('no-such-link') && expected.test(text)))
    findings.push(...heard.map((text) => `${name}: ${text}`))
  }
  expect(findings).toEqual([])
})

test('nothing that opens breaks the rules either', async ({ page, rollcall }) => {
  test.setTimeout(180_000)
  const trouble = await signedIn(page, rollcall)
  const findings: string[] = []
  for (const [path, button, entry] of opened) {
    const name = `${path}, ${entry ?? String(button)}`
    await goWithin(page, path)
    await page.getByRole('button', { name: button }).first().click()
    if (entry) await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.locator(overlay).last(), name).toBeVisible()
    await expect(page.locator('.animate-pulse')).toHaveCount(0)
    findings.push(...(await accessibilityFindings(page, name, overlay)))
    findings.push(...(await windowFindings(page, name)))
    findings.push(...trouble.splice(0).map((text) => `${name}: ${text}`))
    await page.keyboard.press('Escape')
    await expect(page.locator(overlay), `${name} closes with Escape`).toHaveCount(0)
  }
  expect(findings).toEqual([])
})

test('on a phone nothing leaves its window either', async ({ page, rollcall }) => {
  await page.setViewportSize(phone)
  await signIn(page, rollcall, rollcall.account('admin'))
  const findings: string[] = []
  for (const { name, path } of await everyPage(page, rollcall)) {
    await goWithin(page, path)
    findings.push(...(await windowFindings(page, name)))
  }
  await page.setViewportSize({ width: phone.height, height: phone.width })
  await goWithin(page, '/change-password')
  findings.push(...(await windowFindings(page, 'a page without a frame, held sideways')))
  await page.setViewportSize(phone)
  for (const [path, button, entry] of opened) {
    const name = `${path}, ${entry ?? String(button)}`
    await goWithin(page, path)
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
    if (entry) await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.locator(overlay).last(), name).toBeVisible()
    findings.push(...(await windowFindings(page, name)))
    await page.keyboard.press('Escape')
    await expect(page.locator(overlay), `${name} closes with Escape`).toHaveCount(0)
  }
  expect(findings).toEqual([])
})
