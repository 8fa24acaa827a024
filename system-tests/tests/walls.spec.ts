// Walls and doors in the editor of a floor: drawn point by point, proposed from the zones, moved by keys, taken back, saved as one
// document; and nobody's drawing is lost to another's.
import { expect, type Page } from '@playwright/test'
import { accessibilityFindings, bringChecker } from '../setup/accessibility.ts'
import { test, type Rollcall } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const box = (x: number, y: number, w: number, h: number) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]

/** 40 × 20 m: two rooms above a corridor. */
async function aFloor(page: Page, rollcall: Rollcall, level: number) {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const [building] = (await api('get', '/api/context')).buildings
  const body = {
    buildingId: building.id,
    name: `Walls ${level}`,
    level: Math.floor(100 + Math.random() * 90),
    widthM: 40,
    heightM: 20,
  }
  const { id: floorId } = await api('post', '/api/floors', body)
  const [type] = (await api('get', '/api/mgmt/zone-types')).items
  const zones = { Left: box(10, 10, 40, 50), Right: box(50, 10, 40, 50), Corridor: box(10, 60, 80, 20) }
  for (const [name, polygon] of Object.entries(zones))
    await api('post', '/api/zones', { floorId, name, zoneTypeId: type.id, polygon })
  await page.goto(`${rollcall.url}/floor-plan/${floorId}?tool=edit`)
  const editor = page.getByTestId('editor')
  await expect(editor.getByTestId('draw-wall')).toBeVisible()
  return { api, path: `/api/floors/${floorId}/walls`, editor }
}

/** By shares of the sides of the plan. */
async function clickPlan(page: Page, x: number, y: number): Promise<void> {
  const frame = await page.locator('.plan-frame').boundingBox()
  if (!frame) throw new Error('There is no plan')
  await page.mouse.click(frame.x + x * frame.width, frame.y + y * frame.height)
}

test('walls are drawn and proposed, doors put into them, and all of it saved as one', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  const { api, path, editor } = await aFloor(page, rollcall, 91)
  await editor.getByTestId('draw-wall').click()
  await clickPlan(page, 0.2, 0.9)
  await editor.getByTestId('finish').click()
  await expect(editor.getByTestId('not-finished')).toContainText('at least two points')
  await clickPlan(page, 0.6, 0.9)
  await editor.getByTestId('finish').click()
  await expect(editor.getByTestId('wall-form')).toBeVisible()
  await editor.getByTestId('add-door').click()
  const door = page.locator('.edit-door')
  await expect(door).toHaveCount(1)
  await door.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(door, 'it keeps the focus').toBeFocused()
  await page.keyboard.press('Delete')
  await expect(door).toHaveCount(0)
  await editor.getByTestId('undo').click()
  await expect(door).toHaveCount(1)
  await page.locator('[data-handle="wall-middle-0"]').click()
  await expect(page.locator('.edit-corner'), 'a point in the middle of a piece').toHaveCount(3)
  await editor.getByTestId('undo').click()
  await expect(page.locator('.edit-corner')).toHaveCount(2)

  await editor.getByTestId('propose-walls').click()
  await expect(editor.getByTestId('walls-say')).toContainText('walls proposed')
  await clickPlan(page, 0.3, 0.1)
  await expect(editor.getByTestId('wall-form'), 'the wall above the room').toBeVisible()
  await bringChecker(page)
  expect(await accessibilityFindings(page, 'The editor', { within: '[data-testid=editor]' })).toEqual([])
  await editor.getByTestId('edit-save').click()
  await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
  const { walls } = await api('get', path)
  const [drawn, ...proposed] = walls
  expect(drawn.doors[0].at, 'a metre beyond the middle').toBeGreaterThan(0.51)
  expect(
    proposed.flatMap(({ doors }: { doors: unknown[] }) => doors),
    'one from each room',
  ).toHaveLength(2)
  await editor.getByTestId('edit-cancel').click()
  await expect(page.locator('.plan-wall'), 'the plan shows them').toHaveCount(1)
  expect(trouble).toEqual([])
})

test('who draws walls after somebody else did is told, and nothing is lost', async ({ page, rollcall }) => {
  const { api, path, editor } = await aFloor(page, rollcall, 92)
  await editor.getByTestId('propose-walls').click()
  const other = {
    walls: [
      {
        points: [
          { x: 1, y: 1 },
          { x: 9, y: 1 },
        ],
        doors: [],
      },
    ],
  }
  await api('put', path, other)
  await editor.getByTestId('edit-save').click()
  await expect(editor.getByTestId('refused')).toContainText('Walls and doors')
  expect((await api('get', path)).walls).toEqual(other.walls)
})

test('a draft outlives a change of layout, and no notice lies below a button', async ({ page, rollcall }) => {
  const { editor } = await aFloor(page, rollcall, 93)
  await editor.getByTestId('propose-walls').click()
  const save = editor.getByTestId('edit-save')
  const unsaved = await save.textContent()
  expect(unsaved).not.toBe('Save')
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.locator('[data-pages]')).toHaveCount(1)
    await expect(save, `${size.width} px`).toHaveText(unsaved ?? '')
    expect(await belowNotice(page), `${size.width} px`).toEqual([])
  }
  await editor.getByTestId('undo').click()
  await expect(save, 'with what can be taken back').toHaveText('Save')
})

/** The buttons that share a place with the notice that the floor has no plan. */
function belowNotice(page: Page): Promise<(string | null)[]> {
  return page.getByTestId('no-plan').evaluate((notice) => {
    const at = notice.getBoundingClientRect()
    return [...document.querySelectorAll('main button')]
      .filter((button) => button.checkVisibility() && !button.closest('.leaflet-container, [data-testid=editor]'))
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return left < at.right && right > at.left && top < at.bottom && bottom > at.top
      })
      .map((button) => button.textContent)
  })
}
