// A real browser that stays open through every fault, on the muster board and on the plan of a floor: what stands there is compared with
// the database. The list beside the plan shows what is drawn on it.
import { type Browser, chromium, type Page } from '@playwright/test'
import { badgesOnFloor, rosterOf } from './fault-queries.ts'
import { type Drawn, judgeBoard, judgePlan } from './judge-views.ts'
import type { Product } from './supervised-product.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
/** Tall enough for everybody: a board draws only the rows that are in its window. */
const boardSize = { width: 1280, height: 6000 }
const planSize = { width: 1280, height: 720 }

export type Views = {
  /** From now on they are about this drill and this floor. */
  show(eventId: string, floorId: string): Promise<void>
  /** What differs from the database. */
  differences(): Promise<string[]>
  close(): Promise<void>
}

export async function openViews(product: Product): Promise<Views> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: flags,
  })
  const [board, plan] = await signedInPages(browser, product)
  let shown = { eventId: '', floorId: '' }
  return {
    async show(eventId, floorId) {
      shown = { eventId, floorId }
      await board.goto(`${product.url}/emergency/${eventId}`)
      await plan.goto(`${product.url}/floor-plan/${floorId}`)
    },
    differences: async () => [
      ...judgeBoard(await rowsOnBoard(board), await rosterOf(product, shown.eventId)),
      ...judgePlan(await drawnOnPlan(plan), await badgesOnFloor(product, shown.floorId)),
    ],
    close: () => browser.close(),
  }
}

async function signedInPages(browser: Browser, product: Product): Promise<[Page, Page]> {
  const context = await browser.newContext({ viewport: planSize })
  const { email, password } = product.account('admin')
  const plan = await context.newPage()
  await plan.goto(`${product.url}/login`)
  await plan.getByLabel('Email').fill(email)
  await plan.getByLabel('Password', { exact: true }).fill(password)
  await plan.getByRole('button', { name: 'Sign in', exact: true }).click()
  await plan.waitForURL((at) => !at.pathname.startsWith('/login'))
  const board = await context.newPage()
  await board.setViewportSize(boardSize)
  return [board, plan]
}

async function rowsOnBoard(page: Page): Promise<Map<string, string>> {
  const rows = await page
    .getByTestId('muster-row')
    .evaluateAll((all) => all.map(({ dataset }) => [dataset['personId'] ?? '', dataset['status'] ?? ''] as const))
  return new Map(rows)
}

const drawnOnPlan = (page: Page): Promise<Drawn[]> =>
  page.locator('[data-transmitter]').evaluateAll((all) =>
    all.map(({ dataset }) => ({
      id: dataset['transmitter'] ?? '',
      x: Number(dataset['x']),
      y: Number(dataset['y']),
    })),
  )
