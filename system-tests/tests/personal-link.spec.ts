// A person without an account says by a personal link that they are safe, and the board shows it.
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

test('somebody without an account answers by a personal link, on a phone', async ({ page, browser, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('safety'))
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrf_token')?.value ?? ''
  const headers = { 'x-csrf-token': decodeURIComponent(csrf) }
  const read = async (path: string) => (await (await page.request.get(rollcall.url + path)).json()).data
  const building = (await read('/api/buildings')).items[0].id
  const drill = {
    scenario: 'gas_leak',
    mode: 'drill',
    scope: { buildingIds: [building] },
    message: 'Go to the car park.',
  }
  const started = await page.request.post(`${rollcall.url}/api/emergency/trigger`, { headers, data: drill })
  const { id } = (await started.json()).data

  await page.goto(`${rollcall.url}/emergency/${id}`)
  const row = page.locator('[data-testid="muster-row"][data-status="unknown"]').first()
  const name = (await row.getAttribute('data-person')) ?? ''
  await row.getByRole('button', { name }).first().click()
  await row.getByRole('button', { name: 'Personal link' }).click()
  const link = await page.getByTestId('link-address').innerText()
  await page.getByRole('button', { name: 'Done' }).click()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const theirs = await phone.newPage()
  const trouble = watchForTrouble(theirs)
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(`${name}, are you safe?`)
  await expect(theirs.getByTestId('link-drill')).toHaveText('THIS IS A DRILL')
  await theirs.getByTestId('answer-needs_help').tap()
  await expect(theirs.getByTestId('link-answer')).toHaveText('Help has been asked for')
  await expect(page.getByTestId('count-help')).toHaveText('1')
  // The second of two quick taps is taken for the first.
  const tapUntil = (button: string, then: string) =>
    expect(async () => {
      await theirs.getByTestId(button).tap()
      await expect(theirs.getByTestId(then)).toBeVisible({ timeout: 1000 })
    }).toPass()
  await tapUntil('change-answer', 'answer-accounted')
  await tapUntil('answer-accounted', 'link-answer')
  await expect(theirs.getByTestId('link-answer')).toHaveText('You are marked safe')
  await page.getByTestId('muster-search').fill(name)
  await expect(page.locator(`[data-person="${name}"]`)).toHaveAttribute('data-status', 'accounted')
  await page.getByTestId('view-map').click()
  await expect(page.getByTestId('missing-map').getByRole('img').first()).toBeVisible()
  expect(trouble).toEqual([])

  const end = { state: 'resolved', resolution: 'drill_complete', confirmMissing: true }
  await page.request.put(`${rollcall.url}/api/emergency/${id}`, { headers, data: end })
  await theirs.reload()
  await expect(theirs.getByTestId('link-over'), 'nothing is taken after the end').toContainText('has ended')
  await expect(theirs.getByTestId('change-answer')).toHaveCount(0)
  await theirs.goto(`${rollcall.url}/muster-link/nonsense`)
  await expect(theirs.getByTestId('link-problem')).toContainText('Ask the person who sent it')
  await phone.close()
})
