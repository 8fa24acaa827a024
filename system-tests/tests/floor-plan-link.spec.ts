// What a link to the floor plan shows: whoever is chosen is in the address; and what the signs and colours on it mean.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, signIn, watchForTrouble } from '../setup/signed-in.ts'

test('a link to the floor plan shows the same person, and Escape lets go of them', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('safety'))
  await page.goto(`${rollcall.url}/floor-plan`)
  await expectMarkersToMove(page, 3)
  const row = page.locator('[data-transmitter][data-state="active"]').first()
  const name = (await row.locator('.font-medium').textContent()) ?? ''
  await row.click()
  await expect(page).toHaveURL(/\?person=[0-9a-f-]{36}$/)
  const link = page.url()

  const other = await page.context().newPage()
  await other.goto(link)
  await expect(other.getByTestId('person-card')).toContainText(name)
  await expect(other).toHaveURL(link)
  await other.keyboard.press('Escape')
  await expect(other.getByTestId('person-card')).toBeHidden()
  await expect(other).not.toHaveURL(/person=/)
  await other.goBack()

  const floorId = /floor-plan\/([^?]+)/.exec(link)?.[1] ?? ''
  const { data } = await (await page.request.get(`${rollcall.url}/api/receivers?floorId=${floorId}`)).json()
  const { id, name: receiver } = data.items[0]
  await page.goto(`${rollcall.url}/floor-plan/${floorId}?receiver=${id}`)
  await expect(page.getByRole('article', { name: receiver })).toBeVisible()
  const nobody = '00000000-0000-4000-8000-000000000000'
  await page.goto(`${rollcall.url}/floor-plan/${floorId}?asset=${nobody}`)
  await expect(page.getByTestId('lost')).toContainText('This asset is no longer on this floor')
  expect(trouble).toEqual([])
})

test('a floor and its picture are asked for while the application is on its way', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let letCome = () => {}
  const held = new Promise<void>((resolve) => (letCome = resolve))
  await page.route('**/built/index-*.js', async (route) => {
    await held
    await route.continue()
  })
  const picture = page.waitForResponse(/\/api\/floors\/[^/]+\/plan\?v=/)
  await page.goto(`${rollcall.url}/floor-plan`, { waitUntil: 'commit' })
  await picture
  letCome()
  await expect(page.locator('.plan-image')).toBeVisible()
  expect(asked.filter((path) => path === '/api/context')).toHaveLength(1)
  expect(asked.filter((path) => /^\/api\/floors\/[^/]+\/plan$/.test(path))).toHaveLength(1)
})

test('the legend stays open until it is closed, and the heat map says what its colour means', async ({
  page,
  rollcall,
}) => {
  await signIn(page, rollcall, rollcall.account('safety'))
  await page.goto(`${rollcall.url}/floor-plan`)
  await page.getByTestId('tool-legend').click()
  const legend = page.getByTestId('legend')
  await expect(legend).toContainText('Here now: heard within 30 seconds')
  await expect(legend).toContainText('Receiver that is silent')
  await page.getByTestId('layers').click()
  await page.getByTestId('layer-receivers').click()
  await expect(legend, 'only what is drawn').not.toContainText('Receiver that is silent')
  await page.getByTestId('layer-receivers').click()
  await page.getByTestId('layer-heat').click()
  await expect(page.getByTestId('heat-scale')).toContainText(/people per m² in the last hour|Nobody was on this floor/)
  await page.reload()
  await expect(legend).toBeVisible()
  await legend.getByRole('button', { name: 'Close the legend' }).click()
  await page.reload()
  await expect(page.getByTestId('tool-legend')).toHaveAttribute('aria-pressed', 'false')
  await expect(legend).toBeHidden()
})
