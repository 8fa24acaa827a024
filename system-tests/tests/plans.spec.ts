// A floor's plan from a PDF: a page of it, cut, turned and measured by two points, has the size of the building when it is stored.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** Two pages of 400 × 200 points; on the second a wall of 200 points in the middle. */
const pdf = twoPages('10 10 380 180 re S', '100 100 m 300 100 l S')

test('a page of a PDF becomes the plan, with the scale of the building', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const { buildings } = await api('get', '/api/context')
  const [building] = buildings
  const name = 'Plan room'
  const body = { buildingId: building?.id, name, level: 77, widthM: 30, heightM: 30 }
  const floor = await api('post', '/api/floors', body)
  await page.goto(`${rollcall.url}/buildings/${building?.id}`)
  await page.locator(`[data-floor="${name}"]`).getByRole('button', { name: 'Upload plan' }).click()
  await page.getByTestId('file-input').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.getByLabel('Page of 2').fill('2')
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('save-plan')).toBeEnabled()

  await measure(page, [100 / 400, 0.5], [300 / 400, 0.5], '12.4')
  await expect(page.getByText('It shows 24.8 × 12.4 m.')).toBeVisible()
  await page.getByTestId('plan-turn').click()
  await expect(page.getByText('It shows 12.4 × 24.8 m.')).toBeVisible()
  await page.getByTestId('plan-cut').click()
  await drag(page, [0, 0], [1, 0.5])
  await page.getByTestId('plan-keep').click()
  // A finger is not more exact.
  await expect(page.getByText(/It shows 12\.\d+ × 12\.\d+ m\./)).toBeVisible()
  await page.getByTestId('save-plan').click()
  await expect(page.getByTestId('save-plan')).toBeHidden()
  const now = await api('get', '/api/context')
  const sized = now.buildings[0].floors.find(({ id }: { id: string }) => id === floor.id)
  expect(Math.hypot(sized.widthM - 12.4, sized.heightM - 12.4)).toBeLessThan(0.5)
  const stored = await page.request.get(`${rollcall.url}/api/floors/${floor.id}/plan`)
  expect([stored.status(), stored.headers()['content-type']]).toEqual([200, 'image/webp'])

  await page.locator(`[data-floor="${name}"]`).getByRole('button', { name: 'Replace plan' }).click()
  const noPdf = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') }
  await page.getByTestId('file-input').setInputFiles(noPdf)
  await expect(page.getByRole('alert')).toContainText('cannot be read as a PDF')
  expect(trouble).toEqual([])
})

type Share = readonly [x: number, y: number]

async function spotOn(page: Page, [x, y]: Share) {
  const sheet = page.getByTestId('plan-sheet')
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('There is no plan to point at')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

async function measure(page: Page, from: Share, to: Share, metres: string): Promise<void> {
  for (const share of [from, to]) {
    const { x, y } = await spotOn(page, share)
    await page.mouse.click(x, y)
  }
  await page.getByLabel('Length between the points').fill(metres)
  await page.keyboard.press('Tab')
}

async function drag(page: Page, from: Share, to: Share): Promise<void> {
  const [begin, end] = [await spotOn(page, from), await spotOn(page, to)]
  await page.mouse.move(begin.x + 1, begin.y + 1)
  await page.mouse.down()
  await page.mouse.move(end.x - 1, end.y, { steps: 3 })
  await page.mouse.up()
}

function twoPages(...drawings: readonly string[]): Buffer {
  const pages = drawings.flatMap((drawing, index) => [
    `${3 + 2 * index} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents ${4 + 2 * index} 0 R>>endobj`,
    `${4 + 2 * index} 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj`,
  ])
  const head = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>endobj',
  ]
  return Buffer.from([...head, ...pages, 'trailer<</Root 1 0 R>>', '%%EOF'].join('\n'))
}
