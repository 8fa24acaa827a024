// What a person does in the browser, and what they see of the map: the list beside it shows the same positions as the canvas.
import { expect, type Page } from '@playwright/test'
import type { Account, Rollcall } from './separate-processes.ts'

export async function signIn(
  page: Page,
  rollcall: Pick<Rollcall, 'url'>,
  { email, password }: Pick<Account, 'email' | 'password'>,
) {
  await page.goto(`${rollcall.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Where each badge is drawn, by badge. */
export async function drawnPositions(page: Page): Promise<Map<string, string>> {
  const rows = await page
    .locator('[data-transmitter]')
    .evaluateAll((elements) =>
      elements.map((row) => [
        row.getAttribute('data-transmitter'),
        `${row.getAttribute('data-x')},${row.getAttribute('data-y')}`,
      ]),
    )
  return new Map(rows.map(([id, place]) => [id ?? '', place ?? '']))
}

/** Passes when at least `least` markers have changed their place since the call. */
export async function expectMarkersToMove(page: Page, least = 5) {
  await expect.poll(async () => (await drawnPositions(page)).size, { message: 'markers appear' }).toBeGreaterThan(least)
  const before = await drawnPositions(page)
  const moved = async () =>
    [...(await drawnPositions(page))].filter(([id, place]) => before.has(id) && before.get(id) !== place).length
  await expect.poll(moved, { message: 'markers move' }).toBeGreaterThanOrEqual(least)
}

/** Collects what must never happen on a page: errors on the console and blocked resources. */
export function watchForTrouble(page: Page): string[] {
  const trouble: string[] = []
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(String(error)))
  return trouble
}
