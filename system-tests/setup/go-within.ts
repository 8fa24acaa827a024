// From page to page by the router, not by loading anew: as a person goes, and much faster.
import { expect, type Page } from '@playwright/test'

export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    type App = { config: { globalProperties: { $router: { push(path: string): Promise<unknown> } } } }
    const { __vue_app__: app } = document.querySelector('#app') as unknown as { __vue_app__: App }
    return app.config.globalProperties.$router.push(to).then(() => undefined)
  }, path)
  await expect(page.locator('.animate-pulse, main [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
