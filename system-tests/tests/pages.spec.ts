// Every page of the rail, by role: each sees what its permissions allow, opens it without trouble, and is refused the rest.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const roles = ['viewer', 'operator', 'safety', 'admin'] as const
type Role = (typeof roles)[number]
const reaches = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)

/** In the order of the rail: name, address, the least role that sees it, and buttons on it with the least role that has them. */
const pages: readonly (readonly [string, string, Role, Readonly<Record<string, Role>>?])[] = [
  ['Dashboard', '/', 'viewer'],
  ['Floor plan', '/floor-plan', 'viewer'],
  ['Emergency', '/emergency', 'viewer', { 'start-drill': 'safety' }],
  ['People', '/people', 'viewer', { 'new-person': 'safety', export: 'safety' }],
  ['Visits', '/visits', 'operator'],
  ['Assets', '/assets', 'viewer', { 'new-asset': 'safety' }],
  ['Alerts', '/alerts', 'viewer'],
  ['Activity', '/activity', 'operator'],
  ['Weather', '/weather', 'viewer'],
  ['Badges', '/badges', 'operator', { 'new-badge': 'safety' }],
  ['Batteries', '/batteries', 'viewer', { thresholds: 'admin' }],
  ['Receivers', '/receivers', 'viewer', { 'new-receiver': 'admin', discover: 'admin' }],
  ['Connect receivers', '/receivers/connect', 'admin'],
  ['Placement planner', '/placement-planner', 'viewer'],
  ['Ambient devices', '/ambient-devices', 'operator'],
  ['Set up', '/setup', 'admin'],
  ['Buildings', '/buildings', 'viewer', { 'new-building': 'admin' }],
  ['Zones', '/zones', 'viewer'],
  ['Zone types', '/zone-types', 'admin', { 'new-zone-type': 'admin' }],
  ['Departments', '/departments', 'viewer', { 'new-department': 'admin' }],
  ['Accounts', '/accounts', 'admin', { 'new-account': 'admin' }],
  ['Roles', '/roles', 'admin'],
  ['Settings', '/settings', 'admin'],
  ['Audit log', '/audit', 'admin'],
]

const rail = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

for (const role of roles) {
  test(`${role} finds exactly the pages and buttons that the role allows`, async ({ page, rollcall }) => {
    const trouble = watchForTrouble(page)
    await signIn(page, rollcall, rollcall.account(role))
    const allowed = pages.filter(([, , least]) => reaches(role, least))
    await expect(rail(page).getByRole('listitem')).toHaveText(allowed.map(([name]) => name))
    // Every page opens for an administrator (every-page.spec.ts) and must for those who see least; between them only what differs
    // is worth the time.
    const differs = (least: Role, buttons: object = {}) =>
      least === role || Object.values(buttons).some((one) => one === role || one === 'safety')
    const visited = allowed.filter(([, , least, buttons]) => role === 'viewer' || differs(least, buttons))
    for (const [name, , , buttons = {}] of visited) {
      await rail(page).getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.locator('main [aria-busy="true"], main .animate-pulse'), `${name} has been read`).toHaveCount(0)
      await expect(page.getByText(/cannot be read right now/), name).toHaveCount(0)
      for (const [button, least] of Object.entries(buttons)) {
        await expect(page.getByTestId(button), `${name}: ${button}`).toHaveCount(reaches(role, least) ? 1 : 0)
      }
    }
    expect(trouble).toEqual([])
  })
}

// holds spec 5.4-3
test('an address that the role does not allow says so instead of opening', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  for (const [name, address, least] of pages.filter(([name]) => ['Badges', 'Accounts', 'Zone types'].includes(name))) {
    await page.goto(`${rollcall.url}${address}`)
    await expect(page, `${name} is for ${least}`).toHaveURL(/\/forbidden\?page=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No permission')
  }
})

test('an address from before a page was renamed leads to the page of today', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  for (const [before, today] of [
    ['/things', '/assets'],
    ['/things/00000000-0000-4000-8000-000000000000', '/assets/00000000-0000-4000-8000-000000000000'],
    ['/areas?q=lab', '/zones?q=lab'],
    ['/area-kinds', '/zone-types'],
    ['/other-devices', '/ambient-devices'],
  ]) {
    await page.goto(`${rollcall.url}${before}`)
    await expect(page).toHaveURL(`${rollcall.url}${today}`)
  }
})

test('an address that names nothing says so and offers the way back', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const address of ['people', 'assets', 'receivers', 'buildings', 'floor-plan', 'emergency']) {
    await page.goto(`${rollcall.url}/${address}/${nobody}`)
    await expect(page.getByTestId('no-such'), address).toContainText('There is no such')
  }
  await page.goto(`${rollcall.url}/emergency/not-an-id`)
  await expect(page.getByTestId('no-such')).toContainText('There is no such emergency')
  await page.getByTestId('no-such').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emergency')
})

test('settings: saving one group keeps what is being typed in another', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.goto(`${rollcall.url}/settings`)
  const organisation = page.locator('[data-field="organisation"] input')
  const auditDays = page.locator('[data-field="audit"] input')
  const stored = await organisation.inputValue()
  await organisation.fill('Not saved yet')
  await auditDays.fill('366')
  await auditDays.blur()
  const reread = page.waitForResponse((reply) => reply.url().endsWith('/api/mgmt/settings') && reply.ok())
  await page.locator('form', { has: auditDays }).getByRole('button', { name: 'Save' }).click()
  await reread
  await expect(page.getByText('Storage: saved').first()).toBeVisible()
  await expect(organisation).toHaveValue('Not saved yet')
  await page.reload()
  await expect(auditDays).toHaveValue('366')
  await expect(organisation).toHaveValue(stored)
})
