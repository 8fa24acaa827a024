// The editor of a floor that was just uploaded: zones as rectangles, by corners that snap, and found by the plan's own lines; receivers
// with name and height, also those that lie on one another; every step taken back.
import { expect, type Page } from '@playwright/test'
import { accessibilityFindings, bringChecker } from '../setup/accessibility.ts'
import { test, type Rollcall } from '../setup/separate-processes.ts'
import { apiOf, type Api } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** 40 × 20 m: four rooms of 9 m above a corridor with a door each, a label in every room. */
const rooms = [0, 1, 2, 3].map((room) => 2 + room * 9)
const doorsOf = (y: number) =>
  [...rooms, 38].map((left, index, all) => {
    const from = index === 0 ? 2 : (all[index - 1] ?? 0) + 5
    return `M${from} ${y}H${index === 4 ? 38 : left + 4}`
  })
const plan = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="800" height="400">
<style>.wall{fill:none;stroke:#222;stroke-width:.25}</style>
<path class="wall" d="M2 2H38V18H2Z ${rooms
  .slice(1)
  .map((left) => `M${left} 2V12`)
  .join('')} ${doorsOf(12).join('')}"/>
${rooms.map((left) => `<text x="${left + 2}" y="6" font-size=".8">Office</text>`).join('')}</svg>`

async function aFloor(page: Page, rollcall: Rollcall, level: number): Promise<{ api: Api; floorId: string }> {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const [building] = (await api('get', '/api/context')).buildings
  const body = { buildingId: building.id, name: `New floor ${level}`, level, widthM: 40, heightM: 20 }
  const { id: floorId } = await api('post', '/api/floors', body)
  const { data } = await (await page.request.get(`${rollcall.url}/api/auth/csrf-token`)).json()
  const file = { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(plan) }
  const sent = await page.request.post(`${rollcall.url}/api/floors/${floorId}/upload`, {
    headers: { 'x-csrf-token': data.csrfToken },
    multipart: { plan: file },
  })
  expect(sent.ok()).toBe(true)
  // The token that proves the page was asked for anew.
  return { api: await apiOf(page, rollcall), floorId }
}
async function openEditor(page: Page, rollcall: Rollcall, floorId: string) {
  await page.goto(`${rollcall.url}/floor-plan/${floorId}?tool=edit`)
  const editor = page.getByTestId('editor')
  await expect(editor.getByTestId('draw-rectangle')).toBeVisible()
  await expect(page.locator('.plan-image')).toBeVisible()
  return editor
}
/** Where a place of the plan is on the screen, by shares of its sides. */
async function onPlan(page: Page, x: number, y: number) {
  const box = await page.locator('.plan-image').boundingBox()
  if (!box) throw new Error('There is no plan')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}
const zonesOf = async (api: Api, floorId: string) =>
  (await api('get', `/api/zones?floorId=${floorId}&pageSize=200`)).items

async function expectAccessible(page: Page): Promise<void> {
  await bringChecker(page)
  expect(await accessibilityFindings(page, 'The editor', { within: '[data-testid=editor]' })).toEqual([])
}

test('rectangles, corners that snap, and everything taken back', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  const { api, floorId } = await aFloor(page, rollcall, 81)
  const editor = await openEditor(page, rollcall, floorId)
  const zones = editor.getByTestId('edit-zone')

  await editor.getByTestId('draw-rectangle').click()
  const [from, to] = [await onPlan(page, 0.1, 0.2), await onPlan(page, 0.3, 0.6)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
  await expect(zones).toHaveCount(1)
  await editor.getByTestId('zone-name').fill('Left')

  await editor.getByTestId('draw').click()
  await editor.getByTestId('finish').click()
  await expect(editor.getByTestId('not-finished'), 'it says why').toContainText('at least three corners')
  // A few pixels beside the corners of the first, and of a right angle.
  for (const [x, y, beside] of [
    [0.3, 0.2, 5],
    [0.5, 0.2, 4],
    [0.5, 0.6, -4],
    [0.3, 0.6, -5],
    [0.2, 0.9, 0],
  ] as const) {
    const spot = await onPlan(page, x, y)
    await page.mouse.click(spot.x + beside, spot.y + beside)
  }
  await page.keyboard.press('Control+z')
  await expect(editor.getByText('4 corners.')).toBeVisible()
  await editor.getByTestId('finish').click()
  await expect(zones).toHaveCount(2)
  await editor.getByTestId('zone-name').fill('Right')
  await expectAccessible(page)
  await page.locator('[data-testid=map]').focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z')
  await expect(zones).toHaveCount(0)
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+y')
  await editor.getByTestId('edit-save').click()
  await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')

  const stored = await zonesOf(api, floorId)
  const polygonOf = (name: string) => stored.find((zone: { name: string }) => zone.name === name).polygon
  const [, topRight, bottomRight] = polygonOf('Left')
  const [first, second, third, last] = polygonOf('Right')
  expect([first, last], 'corners of the other zone').toEqual([topRight, bottomRight])
  expect(third.x, 'square to the neighbour').toBeCloseTo(second.x, 1)
  expect(trouble).toEqual([])
})

test('rooms are found between the lines of the plan, named, taken and discarded', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  const { api, floorId } = await aFloor(page, rollcall, 82)
  const editor = await openEditor(page, rollcall, floorId)
  const proposals = editor.getByTestId('proposal')
  await editor.getByTestId('find-rooms').click()
  await expect(editor.getByTestId('rooms-say')).toContainText('5 rooms found')
  await expect(proposals).toHaveCount(5)
  await expect(page.locator('.edit-proposal')).toHaveCount(5)
  await expectAccessible(page)
  // The largest comes first.
  await proposals.first().getByRole('textbox').fill('Corridor')
  await proposals.first().getByTestId('take').click()
  await expect(proposals).toHaveCount(4)
  await proposals.last().getByTestId('discard').click()
  await editor.getByTestId('take-all').click()
  await expect(editor.getByTestId('edit-zone')).toHaveCount(4)
  await editor.getByTestId('undo').click()
  await expect(editor.getByTestId('edit-zone')).toHaveCount(1)
  await editor.getByTestId('redo').click()
  await editor.getByTestId('edit-save').click()
  await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
  const names = (await zonesOf(api, floorId)).map(({ name }: { name: string }) => name)
  expect(names.toSorted()).toEqual(['Corridor', 'Room 2', 'Room 3', 'Room 4'])

  await editor.getByTestId('find-rooms').click()
  await expect(editor.getByTestId('rooms-say'), 'only what is not drawn yet').toContainText('1 room found')
  expect(trouble).toEqual([])
})

test('receivers at the same place are named, with their height', async ({ page, rollcall }) => {
  const { api, floorId } = await aFloor(page, rollcall, 83)
  const hangs = { floorId, x: 50, y: 50 }
  const under = await api('post', '/api/receivers', { receiverId: 'ac233fff0001', name: 'Under', ...hangs })
  await api('post', '/api/receivers', { receiverId: 'ac233fff0002', name: 'Above', ...hangs })
  const editor = await openEditor(page, rollcall, floorId)
  await editor.getByTestId('edit-receiver').filter({ hasText: 'Above' }).click()
  await editor.getByTestId('stacked').getByRole('button', { name: 'Under' }).click()
  await editor.getByTestId('receiver-name').fill('Under the desk')
  await editor.getByTestId('receiver-height').fill('0.4')
  await editor.getByTestId('receiver-height').press('Tab')
  await expectAccessible(page)
  await editor.getByTestId('edit-save').click()
  await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
  expect(await api('get', `/api/receivers/${under.id}`)).toMatchObject({ name: 'Under the desk', zM: 0.4, x: 50 })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a rectangle is drawn with a finger', async ({ page, rollcall }) => {
    const { floorId } = await aFloor(page, rollcall, 84)
    const editor = await openEditor(page, rollcall, floorId)
    await editor.getByTestId('draw-rectangle').click()
    const [from, to] = [await onPlan(page, 0.1, 0.2), await onPlan(page, 0.6, 0.7)]
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number } | null) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', from)
    for (const share of [0.3, 0.6, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
    await touch('touchEnd', null)
    await expect(editor.getByTestId('edit-zone')).toHaveCount(1)
  })
})

test('a picture that would fill the memory is refused before it is opened', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const [building] = (await api('get', '/api/context')).buildings
  await page.goto(`${rollcall.url}/buildings/${building.id}`)
  await page.getByRole('button', { name: 'Replace plan' }).first().click()
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000c3500000c3500802000000', 'hex')
  await page.getByTestId('file-input').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: head })
  await expect(page.getByRole('alert')).toContainText('50,000 × 50,000 pixels; at most 40 million')
})
