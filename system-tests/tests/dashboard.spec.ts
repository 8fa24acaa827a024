// The time that the dashboard is about: a day, a week, a month or days of one's own. It stands in the address, so that whoever loads the page
// anew or is sent the link sees the same, and the picture and its counts are of that time.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

test.use({ past: true })
const dayMs = 24 * 3_600_000

const panel = (page: Page) => page.getByTestId('occupancy')
const rangeField = (page: Page) => panel(page).getByRole('combobox', { name: 'Time range' })

/** What the page is answered about so many days once somebody has done something, give or take an hour of summer. */
async function askedBy(page: Page, days: number, doing: () => Promise<unknown>) {
  const isOfThem = (url: URL) => {
    const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')]
    return from && to && Math.round((Date.parse(to) - Date.parse(from)) / dayMs) === days
  }
  const answer = page.waitForResponse((reply) => {
    return reply.ok() && reply.url().includes('/api/dashboard/occupancy?') && Boolean(isOfThem(new URL(reply.url())))
  })
  await doing()
  return (await (await answer).json()).data
}

async function choose(page: Page, name: string) {
  await rangeField(page).click()
  await page.getByRole('option', { name, exact: true }).click()
  await expect(rangeField(page)).toHaveText(name)
}

/** There is a picture, and the counts below it are those of the answer. */
async function expectShown(page: Page, { points, drills }: { points: { most: number }[]; drills: number }) {
  await expect(panel(page).getByTestId('chart')).toBeVisible()
  await expect(panel(page).getByTestId('count-most')).toHaveText(String(Math.max(...points.map(({ most }) => most))))
  await expect(panel(page).getByTestId('count-drills')).toHaveText(String(drills))
}

test('the time range of the dashboard is chosen, and kept in the address', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  // What is asked for after signing in is answered, and not taken for what is asked for next.
  await expect(panel(page).getByTestId('chart')).toBeVisible()
  const day = await askedBy(page, 1, () => page.goto(`${rollcall.url}/`))
  await expect(rangeField(page)).toHaveText('Last 24 hours')
  await expectShown(page, day)
  await expect(panel(page).getByTestId('counted-since'), 'a day of it has been counted').toHaveCount(0)

  for (const { name, range, days } of [
    { name: 'Last 7 days', range: '7d', days: 7 },
    { name: 'Last 30 days', range: '30d', days: 30 },
  ]) {
    const chosen = await askedBy(page, days, () => choose(page, name))
    expect(chosen.minutes, 'a longer time has longer parts').toBeGreaterThan(day.minutes)
    await expectShown(page, chosen)
    await expect(page).toHaveURL(`${rollcall.url}/?range=${range}`)
    await askedBy(page, days, () => page.reload())
    await expect(rangeField(page), 'as before').toHaveText(name)
  }
  await expect(panel(page).getByTestId('counted-since'), 'no month of it has been counted').toBeVisible()

  await choose(page, 'Last 24 hours')
  await expect(page, 'what is usual is not named').toHaveURL(`${rollcall.url}/`)
  expect(trouble).toEqual([])
})

test('days of one’s own are chosen, sent as a link, and refused in the wrong order', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  await expect(panel(page)).toBeVisible()
  // They begin with the last week.
  await askedBy(page, 7, () => choose(page, 'Own dates'))
  await expect(page).toHaveURL(/range=own/)
  const [, from = '', to = ''] = /range=own&from=([\d-]{10})&to=([\d-]{10})$/.exec(page.url()) ?? []
  expect((Date.parse(to) - Date.parse(from)) / dayMs).toBe(6)

  // One day, three days ago.
  const one = new Date(Date.parse(to) - 3 * dayMs).toISOString().slice(0, 10)
  const link = `${rollcall.url}/?range=own&from=${one}&to=${one}`
  const other = await page.context().newPage()
  const sent = await askedBy(other, 1, () => other.goto(link))
  await expect(rangeField(other)).toHaveText('Own dates')
  await expectShown(other, sent)
  await other.close()

  // The first day after the last one: nothing is asked, and the page says what it wants.
  await page.goto(`${rollcall.url}/?range=own&from=${to}&to=${from}`)
  await expect(panel(page)).toContainText('Choose a first and a last day')
  await expect(panel(page).getByTestId('chart')).toHaveCount(0)
  const year = panel(page).getByLabel('From', { exact: true }).getByRole('spinbutton', { name: /^year/ })
  // A year earlier it is before the other, by 360 days, or 361 with a leap day.
  await year.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(new RegExp(`from=${Number(to.slice(0, 4)) - 1}-`))
  // A picture needs two days with people, which these may not have: the demo's past begins about there.
  await expect(panel(page).getByTestId('count-most')).toBeVisible()
  // A day that does not exist is as if it were not named.
  await page.goto(`${rollcall.url}/?range=own&from=2026-02-31&to=${to}`)
  await expect(panel(page)).toContainText('Choose a first and a last day')
  expect(trouble).toEqual([])
})
