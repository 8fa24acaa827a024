// Every page of the application, asked from its own router in the running page: a page that is added is covered by itself.
import type { Page } from '@playwright/test'
import type { Rollcall } from './separate-processes.ts'

export type AppPage = { readonly name: string; readonly path: string; readonly open: boolean }

/** Signed in, on any page. Parameters are filled with things that exist; a page whose parameter nobody knows is an error. */
export async function everyPage(page: Page, rollcall: Pick<Rollcall, 'url'>): Promise<AppPage[]> {
  const routes = await page.evaluate(() => {
    type App = { config: { globalProperties: { $router: { getRoutes(): Route[] } } } }
    type Route = { name?: string; path: string; meta: { open?: boolean } }
    const { __vue_app__: app } = document.querySelector('#app') as unknown as { __vue_app__: App }
    const all = app.config.globalProperties.$router.getRoutes()
    return all.flatMap(({ name, path, meta }) => (name ? { name, path, open: meta.open === true } : []))
  })
  const found = await parameters(page, rollcall)
  return routes.map(({ name, path, open }) => {
    const filled = path.replace(/:(\w+)(\([^)]*\))?[?*]?/g, (_, parameter: string) => {
      const value = found[parameter]
      if (!value) throw new Error(`The page ${name} has a parameter "${parameter}" that every-page.ts cannot fill`)
      return value
    })
    return { name, path: filled, open }
  })
}

async function parameters(page: Page, { url }: Pick<Rollcall, 'url'>): Promise<Record<string, string>> {
  const firstOf = async (path: string) => {
    const { data } = await (await page.request.get(`${url}${path}`)).json()
    return String((data.items ?? data)[0]?.id)
  }
  const site = await (await page.request.get(`${url}/api/context`)).json()
  return {
    floorId: site.data.buildings[0].floors.at(-1).id,
    buildingId: site.data.buildings[0].id,
    personId: await firstOf('/api/personnel'),
    assetId: await firstOf('/api/assets'),
    receiverId: await firstOf('/api/receivers'),
    eventId: await aDrill(page, url, site.data.buildings[0].id),
    // No such link exists: these pages say so, which is a page too.
    token: 'no-such-link-0123456789abcdefghijklmnopqrstuvwxyz',
    rest: 'no/such/page',
  }
}

/** A drill that has ended, made here when there is none. */
async function aDrill(page: Page, url: string, buildingId: string): Promise<string> {
  const past = await (await page.request.get(`${url}/api/emergency`)).json()
  if (past.data.items[0]) return past.data.items[0].id
  const { data } = await (await page.request.get(`${url}/api/auth/csrf-token`)).json()
  const headers = { 'x-csrf-token': data.csrfToken }
  const body = { scenario: 'fire', mode: 'drill', scope: { buildingIds: [buildingId] } }
  const drill = await page.request.post(`${url}/api/emergency/trigger`, { data: body, headers })
  const event = (await drill.json()).data
  const over = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  await page.request.put(`${url}/api/emergency/${event.id}`, { data: over, headers })
  return event.id
}
