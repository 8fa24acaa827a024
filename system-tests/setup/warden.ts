// What a warden does on the board with one finger, on a phone. Used by drill-of-2000.spec.ts.
import { expect, type Page } from '@playwright/test'

export type Spot = { readonly personId: string; readonly name: string; readonly x: number; readonly y: number }

/** The uppermost missing person whose button is within reach; scrolls on when there is none. */
export async function nextMissing(page: Page): Promise<Spot> {
  let spot: Spot | null = null
  await expect(async () => {
    spot = await page.evaluate(missingWithinReach)
    expect(spot).not.toBeNull()
  }).toPass({ intervals: [50] })
  if (spot === null) throw new Error('nobody is missing')
  return spot
}

/** Taps a missing person "safe", with a raw finger at the place where the button was seen. */
export async function tapNextMissing(page: Page): Promise<void> {
  for (;;) {
    const { personId, x, y } = await nextMissing(page)
    await page.touchscreen.tap(x, y)
    if (await isTaken(page, personId)) return
  }
}

/**
 * Whoever taps looks for the tick before the next one. A tap on what moved under the finger does not count, and people come out by
 * themselves meanwhile: then it is done again.
 */
async function isTaken(page: Page, personId: string): Promise<boolean> {
  const row = page.locator(`[data-person-id="${personId}"]`)
  const isDecided = (id: string) => {
    const { status } = document.querySelector<HTMLElement>(`[data-person-id="${id}"]`)?.dataset ?? {}
    return status !== 'unknown'
  }
  const taken = await page.waitForFunction(isDecided, personId, { timeout: 1_000, polling: 20 }).catch(() => null)
  if (taken === null) return false
  // Gone: the list has closed up before the answer came, and the server is asked later.
  await expect(row.and(page.locator('[data-tap="saving"]'))).toHaveCount(0, { timeout: 60_000 })
  return true
}

/** Runs in the page. */
function missingWithinReach(): Spot | null {
  const rows = document.querySelectorAll<HTMLElement>('[data-testid="muster-row"][data-status="unknown"]')
  for (const row of rows) {
    const button = row.querySelector('[data-answer="accounted"]')
    if (!button || row.dataset['tap'] !== 'settled') continue
    const { left, top, width, height } = button.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (!button.contains(document.elementFromPoint(x, y))) continue
    return { personId: row.dataset['personId'] ?? '', name: row.dataset['person'] ?? '', x, y }
  }
  document.querySelector('main')?.scrollBy({ top: 300, behavior: 'instant' })
  return null
}

/** In the dialog of groups and filters. */
export async function choose(page: Page, what: 'group' | 'sort' | 'show', choice: string) {
  await page.getByTestId('filter').tap()
  await page.getByTestId(`choose-${what}`).tap()
  await page.getByRole('option', { name: choice, exact: true }).tap()
  await page.getByRole('button', { name: 'Show the people' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export async function find(page: Page, words: string) {
  await page.getByTestId('muster-search').fill(words)
}
