// The pictures in docs/pictures, taken from the running product: `npm run pictures`.
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { expectReadyWithoutNetwork } from '../setup/kept-on-device.ts'
import { endDrill, startDrill } from '../setup/drill.ts'
import { type Rollcall, test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, signIn } from '../setup/signed-in.ts'

test.use({ past: true })

const file = (name: string) => fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url))
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
const sizes = [
  [desktop, ''],
  [phone, '-phone'],
] as const

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme })

    test('the main pages', async ({ page, rollcall }) => {
      await page.goto(`${rollcall.url}/login`)
      await picture(page, `sign-in-${scheme}`)
      await signIn(page, rollcall, rollcall.account('admin'))
      await page.goto(`${rollcall.url}/`)
      // Receivers are judged every ten seconds; a picture of a building that has just been switched on would show none.
      await expect(page.getByTestId('receivers-online')).not.toHaveText('0', { timeout: 60_000 })
      await expect(page.getByTestId('chart').locator('canvas')).toBeVisible()
      await picture(page, `dashboard-${scheme}`)
      await page.goto(`${rollcall.url}/wall-board`)
      await expect(page.getByTestId('wall-status')).toHaveAttribute('data-state', 'live')
      await expect(page.getByTestId('live-plan').getByTestId('map-canvas').filter({ visible: true })).toHaveCount(1)
      await expect(page.locator('.wall-controls')).toHaveCSS('opacity', '0')
      await picture(page, `wall-board-${scheme}`)
      await page.goto(`${rollcall.url}/floor-plan`)
      await expectMarkersToMove(page)
      await picture(page, `floor-plan-${scheme}`)
      await page.setViewportSize(phone)
      // Opened anew: the layout for phones starts with another map.
      await page.reload()
      await expect(page.getByTestId('map-canvas').filter({ visible: true })).toHaveCount(1)
      await picture(page, `floor-plan-phone-${scheme}`)
    })

    test('a drill', async ({ page, rollcall }) => {
      test.setTimeout(240_000)
      await signIn(page, rollcall, rollcall.account('safety'))
      await page.goto(`${rollcall.url}/floor-plan`)
      await expectMarkersToMove(page)
      await page.goto(`${rollcall.url}/emergency`)
      await startDrill(page)
      const board = page.url()
      for (let person = 0; person < 6; person += 1) await answerFor(page, 'accounted')
      await answerFor(page, 'needs_help')
      await expect(page.getByTestId('count-help')).toHaveText('1')
      await page.getByTestId('view-search').click()
      const area = page.getByTestId('search-area').first()
      await expect(area).toBeVisible()
      await area.locator('[data-sweep="take"]').click()
      await expect(page.locator('[data-testid="search-area"][data-state="searching"]').first()).toBeVisible()
      for (const [size, where] of sizes) {
        await page.setViewportSize(size)
        await page.goto(board)
        await expect(page.getByTestId('muster-row').first()).toBeVisible()
        await picture(page, `muster${where}-${scheme}`)
        await page.getByTestId('view-search').click()
        await expect(page.getByTestId('search-area').first()).toBeVisible()
        await picture(page, `search-first${where}-${scheme}`)
        await page
          .getByTestId('sweep-floor')
          .first()
          .evaluate((floor) => floor.scrollIntoView())
        await picture(page, `sweep${where}-${scheme}`)
        await page.getByTestId('view-map').click()
        await expect(page.getByTestId('missing-map')).toBeVisible()
        await picture(page, `missing-plan${where}-${scheme}`)
      }
      await page.goto(board)
      await endDrill(page)
      for (const [size, where] of sizes) {
        await page.setViewportSize(size)
        await page.reload()
        await expect(page.getByTestId('report-answer')).toBeVisible()
        await picture(page, `report${where}-${scheme}`)
      }
    })

    test('around the alarm', async ({ page, context, rollcall }) => {
      test.setTimeout(240_000)
      await signIn(page, rollcall, rollcall.account('admin'))
      const api = await apiOf(page, rollcall)
      const tablet = await prepareForIt(api)
      const pages = [
        ['readiness', '/emergency', 'readiness-history'],
        ['wardens', '/emergency/wardens', 'table'],
        ['contacts', '/emergency/contacts', 'table'],
        ['visits', '/visits', 'table'],
        ['kiosk', tablet, 'kiosk-expected'],
        ['roster', '/emergency/roster', 'roster-line'],
      ] as const
      for (const [size, where] of sizes) {
        await page.setViewportSize(size)
        for (const [name, path, shows] of pages) {
          await page.goto(`${rollcall.url}${path}`)
          await expect(page.getByTestId(shows).first()).toBeVisible({ timeout: 60_000 })
          await picture(page, `${name}${where}-${scheme}`)
        }
      }
      await expectReadyWithoutNetwork(page, ['answer roster'])
      await context.setOffline(true)
      for (const [size, where] of sizes) {
        await page.setViewportSize(size)
        await page.goto(`${rollcall.url}/emergency/roster`)
        await expect(page.getByTestId('roster-age')).toBeVisible()
        await picture(page, `roster-offline${where}-${scheme}`)
      }
      await context.setOffline(false)
    })

    test('the register and the equipment', async ({ page, rollcall }) => {
      await signIn(page, rollcall, rollcall.account('admin'))
      const lists = ['people', 'badges', 'receivers', 'roles'] as const
      for (const name of lists) {
        await page.goto(`${rollcall.url}/${name}`)
        await expect(page.getByRole('table')).toBeVisible()
        await picture(page, `${name}-${scheme}`)
      }
      await page.goto(`${rollcall.url}/people`)
      await page.getByTestId('table').getByRole('link').first().click()
      await expect(page.getByTestId('stays')).toBeVisible({ timeout: 60_000 })
      await picture(page, `person-${scheme}`)
      await page.setViewportSize(phone)
      await expect(page.getByTestId('person-name')).toBeVisible()
      await picture(page, `person-phone-${scheme}`)
    })
  })
}

type Api = (method: 'get' | 'post', path: string, data?: object) => Promise<any> // eslint-disable-line typescript/no-explicit-any
async function apiOf(page: Page, { url }: Rollcall): Promise<Api> {
  const { data } = await (await page.request.get(`${url}/api/auth/csrf-token`)).json()
  return async (method, path, body) => {
    const options = { headers: { 'x-csrf-token': data.csrfToken }, ...(body ? { data: body } : {}) }
    return (await (await page.request[method](url + path, options)).json()).data
  }
}

/** Wardens, contacts and visits as a site has them, once for both themes. Answers the address of a reception tablet. */
async function prepareForIt(api: Api): Promise<string> {
  const [building] = (await api('get', '/api/context')).buildings
  const buildingId: string = building.id
  const { path } = await api('post', '/api/kiosks', { name: 'Main door', buildingId })
  if ((await api('get', '/api/wardens')).total > 0) return path
  const employee = { entityType: 'employee', departmentId: null }
  const { id: amina } = await api('post', '/api/personnel', {
    ...employee,
    employeeId: 'W-1',
    fullName: 'أمينة الزهراء',
  })
  const people: { id: string; departmentId: string | null }[] = (await api('get', '/api/personnel?pageSize=12')).items
  const [a, b, c, d] = people.filter(({ departmentId }) => departmentId !== null)
  const inDepartment = { departmentId: d?.departmentId, personIds: [d?.id, amina] }
  const lists = [
    { personIds: [a?.id, b?.id, amina] },
    { floorId: building.floors[0].id, personIds: [c?.id, a?.id] },
    inDepartment,
  ]
  for (const list of lists) await api('post', '/api/wardens', { buildingId, ...list })
  const contacts = [
    { name: 'Ingrid Halvorsen', role: 'Facility manager', email: 'ingrid@rollcall.example', phone: '+44 20 7946 0011' },
    { name: '林美玲', role: 'Night shift', phone: '+44 20 7946 0012', channels: ['sms'] },
    { name: 'Fire brigade liaison', role: 'Station 3', email: 'station3@rollcall.example', scenarios: ['fire'] },
  ]
  for (const contact of contacts) await api('post', '/api/emergency/contacts', contact)
  const visits = [
    { visitor: { fullName: '王小明' }, company: 'Northlight Optics', hostId: a?.id, arrived: true },
    { visitor: { fullName: 'فاطمة بنت يوسف' }, company: 'Harbour & Sons', hostId: b?.id, arrived: true },
    { visitor: { fullName: 'Zoë Brandt' }, company: 'City council', hostId: c?.id },
  ]
  for (const visit of visits) await api('post', '/api/visits', { buildingId, ...visit })
  return path
}

/** Of the uppermost missing person. */
async function answerFor(page: Page, answer: 'accounted' | 'needs_help') {
  const person = page.locator('[data-testid="muster-row"][data-status="unknown"]').first()
  const row = page.locator(`[data-person-id="${await person.getAttribute('data-person-id')}"]`)
  await row.locator(`[data-answer="${answer}"]`).click()
  await expect(row).toHaveAttribute('data-status', answer)
}

/** After the fonts have come and nothing moves but the markers. */
async function picture(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file(name), animations: 'disabled' })
}
