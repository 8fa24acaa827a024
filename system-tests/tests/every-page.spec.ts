// Every page of the router, as an administrator: no console error, no violation of the content security policy, and no serious
// or critical finding of the automated accessibility check, in the light and in the dark theme.
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { everyPage } from '../setup/every-page.ts'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** A link that does not exist is answered with 404, which browsers write to the console themselves. */
const expected = /Failed to load resource: the server responded with a status of 404/

test('no page breaks its own rules or shuts somebody out', async ({ page, rollcall }) => {
  test.setTimeout(240_000)
  const trouble = watchForTrouble(page)
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content security policy: ${event.violatedDirective} refused ${event.blockedURI}`),
    ),
  )
  await signIn(page, rollcall, rollcall.account('admin'))
  const pages = await everyPage(page, rollcall)
  expect(pages.length).toBeGreaterThan(15)
  const findings: string[] = []
  await page.evaluate(axe.source)
  for (const { name, path } of pages) {
    await goWithin(page, path)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const violations = await check(page, scheme)
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue
        findings.push(
          `${name} (${scheme}): ${id}, ${nodes
            .map(({ target }) => target.join(' '))
            .slice(0, 3)
            .join('; ')}`,
        )
      }
    }
    const heard = trouble.splice(0).filter((text) => !(path.includes('no-such-link') && expected.test(text)))
    findings.push(...heard.map((text) => `${name}: ${text}`))
  }
  expect(findings).toEqual([])
})

/** Structure does not change with the theme; colours do. */
const rules: Record<'light' | 'dark', RunOptions['runOnly']> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast'] },
}
async function check(page: Page, scheme: 'light' | 'dark') {
  const options: RunOptions = { resultTypes: ['violations'], ...(rules[scheme] ? { runOnly: rules[scheme] } : {}) }
  return page.evaluate(async (how) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await checker.run(document, how)
    return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => ({ target })) }))
  }, options)
}

/** By the router, not by loading anew: as a person goes from page to page, and much faster. */
async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    type App = { config: { globalProperties: { $router: { push(path: string): Promise<unknown> } } } }
    const { __vue_app__: app } = document.querySelector('#app') as unknown as { __vue_app__: App }
    return app.config.globalProperties.$router.push(to).then(() => undefined)
  }, path)
  await expect(page.locator('.animate-pulse')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
