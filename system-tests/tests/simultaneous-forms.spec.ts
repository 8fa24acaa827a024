// Two people change the same thing: whoever saves second is told, nothing of the first is lost, and the form opens with theirs.
import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn } from '../setup/signed-in.ts'

const mark = randomBytes(3).toString('hex')
const changedMeanwhile = 'Somebody changed this after you read it. Yours was not saved.'

async function openForm(page: Page, row: Locator) {
  await row.getByTestId('row-menu').click()
  await page.getByRole('menuitem', { name: 'Change', exact: true }).click()
  await expect(page.getByTestId('dialog-submit')).toBeVisible()
}
async function expectRefused(page: Page) {
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByRole('dialog')).toContainText(changedMeanwhile)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

// holds rules 8-4
test('contacts and their order, wardens and planned drills', async ({ page, browser, rollcall }) => {
  const desk = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.240' } })
  const other = await desk.newPage()
  await signIn(other, rollcall, rollcall.account('admin'))
  // Somebody else, at another desk.
  const api = await apiOf(other, rollcall)
  await signIn(page, rollcall, rollcall.account('safety'))
  const rowOf = (text: string) => page.getByTestId('table').locator('tbody tr').filter({ hasText: text })
  const buildingId: string = (await api('get', '/api/buildings')).items[0].id

  await test.step('a contact', async () => {
    const contact = await api('post', '/api/emergency/contacts', { name: `Ann ${mark}`, role: 'Before' })
    await page.goto(`${rollcall.url}/emergency/contacts`)
    await openForm(page, rowOf(contact.name))
    await page.locator('[data-field="role"] input').fill('Mine')
    await api('put', `/api/emergency/contacts/${contact.id}`, { role: 'Theirs' })
    await expectRefused(page)
    await expect(rowOf(contact.name)).toContainText('Theirs')
    await openForm(page, rowOf(contact.name))
    await expect(page.locator('[data-field="role"] input')).toHaveValue('Theirs')
    await page.locator('[data-field="role"] input').fill('Mine now')
    await page.getByTestId('dialog-submit').click()
    await expect(rowOf(contact.name)).toContainText('Mine now')
  })

  await test.step('the order of contacts', async () => {
    for (const name of ['Ben', 'Cleo']) await api('post', '/api/emergency/contacts', { name: `${name} ${mark}` })
    await page.reload()
    await expect(rowOf(`Cleo ${mark}`)).toBeVisible()
    const order = async (): Promise<string[]> =>
      (await api('get', '/api/emergency/contacts?sort=priority&pageSize=100')).items.map(({ id }: { id: string }) => id)
    const seen = await order()
    // The page hears nothing of what the other does.
    const reads = /\/api\/emergency\/contacts\?/
    await page.route(reads, (route) => route.abort())
    const theirs = seen.toReversed()
    await api('put', '/api/emergency/contacts/order', { order: theirs })
    await page.getByTestId('table').locator('tbody tr').nth(1).getByTestId('row-menu').click()
    await page.getByRole('menuitem', { name: 'Tell earlier' }).click()
    await expect(page.getByText('The order was not changed', { exact: true })).toBeVisible()
    await expect(page.getByText(changedMeanwhile, { exact: true })).toBeVisible()
    expect(await order()).toEqual(theirs)
    await page.unroute(reads)
  })

  await test.step('a warden', async () => {
    const { items } = await api('get', '/api/personnel?pageSize=3')
    const [first, second, third] = items
    const warden = await api('post', '/api/wardens', { buildingId, personIds: [first.id, second.id] })
    await page.goto(`${rollcall.url}/emergency/wardens`)
    const row = rowOf(second.fullName)
    await openForm(page, row)
    await page.getByRole('button', { name: 'Deputy: before warden' }).click()
    await api('put', `/api/wardens/${warden.id}`, { personIds: [first.id, second.id, third.id] })
    await expectRefused(page)
    await expect(row).toContainText(third.fullName)
    await openForm(page, row)
    await page.getByRole('button', { name: 'Deputy 2: take out' }).click()
    await page.getByTestId('dialog-submit').click()
    await expect(row).not.toContainText(third.fullName)
  })

  await test.step('a planned drill', async () => {
    const plannedAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const drill = await api('post', '/api/emergency/drills', { buildingId, scenario: 'fire', plannedAt, note: mark })
    await page.goto(`${rollcall.url}/emergency/drills`)
    await openForm(page, rowOf(mark))
    await page.locator('[data-field="note"] textarea').fill(`${mark} mine`)
    await api('put', `/api/emergency/drills/${drill.id}`, { note: `${mark} theirs` })
    await expectRefused(page)
    await expect(rowOf(mark)).toContainText('theirs')
  })
  await desk.close()
})
