// The floor plan as people use it: find, follow, look back, measure, change; on a desktop and on a phone.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { expectMarkersToMove, signIn, watchForTrouble } from '../setup/signed-in.ts'

async function openPlan(page: Page, rollcall: { url: string }) {
  await page.goto(`${rollcall.url}/floor-plan`)
  await expectMarkersToMove(page, 3)
}
const somebody = (page: Page) => page.locator('[data-transmitter][data-state="active"]').first()
/** Pixels of the map that are not what they were: something is drawn there. */
const picture = (page: Page) => page.getByTestId('map').screenshot()
async function clickOnPlan(page: Page, x: number, y: number) {
  const box = await page.getByTestId('map').boundingBox()
  if (box) await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test.describe('on a desktop', () => {
  test('a colleague is found, followed, traced and heard', async ({ page, rollcall }) => {
    const trouble = watchForTrouble(page)
    await signIn(page, rollcall, rollcall.account('safety'))
    await openPlan(page, rollcall)
    const name = (await somebody(page).locator('.font-medium').textContent()) ?? ''
    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await expect(page.locator('[data-transmitter]')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.locator('[data-transmitter]').press('Enter')
    const card = page.getByTestId('person-card')
    await expect(card).toContainText(name)
    await card.getByTestId('signal').click()
    await expect(card.getByTestId('signal-list')).toContainText('dBm')
    await card.getByTestId('trail').click()
    await card.getByTestId('follow').click()
    await expect(card.getByTestId('follow')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    expect(trouble).toEqual([])
  })

  test('distances are measured with the mouse and without it', async ({ page, rollcall }) => {
    await signIn(page, rollcall, rollcall.account('operator'))
    await openPlan(page, rollcall)
    await page.getByTestId('tool-measure').click()
    await expect(page.getByTestId('ruler')).toBeVisible()
    await clickOnPlan(page, 0.3, 0.5)
    await clickOnPlan(page, 0.6, 0.5)
    const metres = async () => Number.parseFloat((await page.getByTestId('measured').textContent()) ?? '0')
    const first = await metres()
    expect(first).toBeGreaterThan(5)
    await page.getByTestId('map').focus()
    await page.keyboard.press('Enter')
    await expect.poll(metres).toBeGreaterThan(first)
    await page.keyboard.press('Backspace')
    await expect.poll(metres).toBe(first)
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('ruler')).toBeHidden()
  })

  test('the past is played back, and now is a click away', async ({ page, rollcall }) => {
    const trouble = watchForTrouble(page)
    await signIn(page, rollcall, rollcall.account('safety'))
    await openPlan(page, rollcall)
    await page.getByTestId('tool-history').click()
    const playback = page.getByTestId('playback')
    await expect(playback.locator('[data-testid=presence] rect').first()).toBeAttached()
    await expect.poll(async () => page.locator('[data-transmitter]').count()).toBeGreaterThan(0)
    const before = await playback.getByTestId('moment').textContent()
    await playback.getByTestId('play').click()
    await expect(playback.getByTestId('moment')).not.toHaveText(before ?? '')
    await playback.getByTestId('moment-slider').focus()
    await page.keyboard.press('Home')
    await playback.getByTestId('play').click()
    await expect(page.locator('[data-testid=people-count] + span')).toContainText('then')
    await playback.getByRole('button', { name: 'Back to now' }).click()
    await expect(playback).toBeHidden()
    await expectMarkersToMove(page, 3)
    expect(trouble).toEqual([])
  })

  // holds spec 6.1-6
  test('layers change the picture: heat, ambient devices, receivers', async ({ page, rollcall }) => {
    await signIn(page, rollcall, rollcall.account('admin'))
    await openPlan(page, rollcall)
    await page.getByTestId('layers').click()
    for (const layer of ['people', 'assets', 'receivers']) await page.getByTestId(`layer-${layer}`).click()
    await expect(page.getByTestId('layer-people')).toHaveAttribute('aria-checked', 'false')
    const empty = await picture(page)
    await page.getByTestId('layer-heat').click()
    await expect.poll(async () => (await picture(page)).equals(empty)).toBe(false)
    await page.getByTestId('layer-heat').click()
    for (const layer of ['people', 'assets', 'receivers']) await page.getByTestId(`layer-${layer}`).click()
  })

  test('a zone is drawn, taken back, saved, and refused in words when something is wrong', async ({
    page,
    rollcall,
  }) => {
    const trouble = watchForTrouble(page)
    await signIn(page, rollcall, rollcall.account('admin'))
    await openPlan(page, rollcall)
    await page.getByTestId('tool-edit').click()
    const editor = page.getByTestId('editor')
    const zones = editor.getByTestId('edit-zone')
    await expect(zones.first()).toBeVisible()
    const before = await zones.count()
    await editor.getByTestId('draw').click()
    for (const [x, y] of [
      [0.4, 0.4],
      [0.5, 0.4],
      [0.5, 0.5],
    ] as const)
      await clickOnPlan(page, x, y)
    await editor.getByTestId('finish').click()
    await expect(zones).toHaveCount(before + 1)
    await editor.getByTestId('undo').click()
    await expect(zones).toHaveCount(before)
    await editor.getByTestId('redo').click()
    await expect(zones).toHaveCount(before + 1)
    await editor.getByTestId('edit-save').click()
    await expect(editor.getByTestId('refused'), 'a zone needs a name').toContainText('Name: Fill this in.')

    await editor.getByTestId('zone-name').fill('Quiet corner')
    const corner = page.locator('[data-handle="corner-0"]')
    await corner.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.locator('[data-handle="corner-0"]'), 'the corner keeps the focus').toBeFocused()
    await editor.getByTestId('edit-save').click()
    await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
    const stored = await (await page.request.get(`${rollcall.url}/api/zones?q=Quiet%20corner`)).json()
    expect(stored.data.items.map(({ name }: { name: string }) => name)).toEqual(['Quiet corner'])

    await zones.filter({ hasText: 'Quiet corner' }).click()
    await editor.getByTestId('zone-delete').click()
    await editor.getByTestId('edit-save').click()
    await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
    await editor.getByTestId('edit-cancel').click()
    await expect(editor).toBeHidden()
    // The refused save is answered with 400, which browsers write to the console themselves.
    expect(trouble.filter((text) => !text.includes('400'))).toEqual([])
  })

  test('a receiver is moved with the arrow keys', async ({ page, rollcall }) => {
    await signIn(page, rollcall, rollcall.account('admin'))
    await openPlan(page, rollcall)
    await page.getByTestId('tool-edit').click()
    const receiver = page.locator('[data-handle^="receiver-"]').first()
    const id = ((await receiver.getAttribute('data-handle')) ?? '').replace('receiver-', '')
    const place = async () => (await (await page.request.get(`${rollcall.url}/api/receivers/${id}`)).json()).data.xM
    const before = await place()
    await receiver.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByTestId('edit-save').click()
    await expect(page.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
    expect(await place()).toBeCloseTo(before + 1, 0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the sheet opens the list and the card, and the map keeps its buttons', async ({ page, rollcall }) => {
    const trouble = watchForTrouble(page)
    await signIn(page, rollcall, rollcall.account('safety'))
    await openPlan(page, rollcall)
    const sheet = page.getByTestId('sheet')
    await expect(sheet).toHaveAttribute('data-step', 'peek')
    await page.getByTestId('sheet-handle').click()
    await expect(sheet).toHaveAttribute('data-step', 'half')
    await somebody(page).click()
    await expect(page.getByTestId('person-card')).toBeInViewport()
    for (const name of ['Zoom in', 'Show the whole floor', 'Layers']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name} is large enough for a thumb`).toBeGreaterThanOrEqual(
        44,
      )
    }
    expect(trouble).toEqual([])
  })
})

test('an operator sees neither the editor nor the checks', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('operator'))
  await openPlan(page, rollcall)
  await expect(page.getByTestId('tool-measure')).toBeVisible()
  await expect(page.getByTestId('tool-edit')).toBeHidden()
})
