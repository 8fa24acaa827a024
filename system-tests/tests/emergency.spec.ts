// A drill from its start to its report, on one page by the safety officer, while an operator's page follows it live.
import { expect, type Page } from '@playwright/test'
import { endDrill, startDrill } from '../setup/drill.ts'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** Sooner than any page would notice by itself: what arrives within this time came through the relay. */
const toldAtOnce = { timeout: 4_000 }

/** What browsers write themselves while there is no network. */
const offline = /net::ERR_INTERNET_DISCONNECTED|net::ERR_NETWORK_CHANGED/

const missing = async (page: Page) => Number(await page.getByTestId('count-missing').textContent())

type Person = { readonly fullName: string; readonly status: string; readonly method: string | null }

/** Of the board or report on the page: /emergency/{id}/report. */
const eventIdOf = (page: Page) => new URL(page.url()).pathname.split('/')[2]

/** What a board that was just opened asked for, in that order. */
const firstReads = (page: Page) =>
  page.evaluate(() => {
    const kinds = {
      'first people': /\/api\/emergency\/muster\?.*since=0&atMost=/,
      everybody: /\/api\/emergency\/muster\?.*since=0$/,
      application: /\/built\/EmergencyBoard-.*js$/,
    }
    const entries = performance.getEntriesByType('resource').sort((one, other) => one.startTime - other.startTime)
    return entries.flatMap(({ name }) => Object.entries(kinds).flatMap(([kind, asks]) => (asks.test(name) ? kind : [])))
  })

/** Whether the files of the board were asked for by what stands before the start of the application. */
const filesCameAhead = (page: Page) =>
  page.evaluate(() => {
    const file = document.querySelector('link[rel="modulepreload"][href*="/EmergencyBoard-"]')
    const start = document.querySelector('script[type="module"]')
    return Boolean(start && file && file.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING)
  })

test('the safety officer runs a drill to its report while an operator sees it live', async ({
  page: safety,
  browser,
  rollcall,
}) => {
  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.250' } })
  const operator = await elsewhere.newPage()
  const trouble = [watchForTrouble(safety), watchForTrouble(operator)]
  await signIn(safety, rollcall, rollcall.account('safety'))
  await signIn(operator, rollcall, rollcall.account('operator'))
  await expect(operator.getByTestId('live-status')).toHaveAttribute('data-state', 'live')
  await expect
    .poll(async () => Number(await operator.getByTestId('people-on-site').textContent()), { timeout: 60_000 })
    .toBeGreaterThan(5)

  await safety.goto(`${rollcall.url}/emergency`)
  await expect(safety.getByTestId('emergency-state')).toHaveText('No emergency is active')
  await startDrill(safety)
  const bar = operator.getByTestId('emergency-bar')
  await expect(bar, 'the operator is told').toContainText('DRILL')
  await expect(bar).toHaveAttribute('data-mode', 'drill')

  await bar.click()
  await expect(operator.getByTestId('board')).toBeVisible()
  const total = await missing(safety)
  expect(total).toBeGreaterThan(5)
  // Whoever comes to a muster point meanwhile is accounted for by themselves, on both pages.
  await expect.poll(async () => (await missing(operator)) - (await missing(safety))).toBe(0)
  await expect(operator.getByTestId('resolve'), 'operators account for people, they do not end a drill').toBeHidden()

  const found = safety.getByTestId('muster-row').first()
  const name = (await found.getAttribute('data-person')) ?? ''
  await found.getByRole('button', { name: 'Safe' }).click()
  await expect.poll(() => missing(operator), toldAtOnce).toBeLessThan(total)
  await expect(operator.getByTestId('muster-announced')).toContainText('accounted for')
  await operator.getByTestId('muster-search').fill(name)
  await expect(operator.locator(`[data-person="${name}"]`)).toHaveAttribute('data-status', 'accounted', toldAtOnce)
  await operator.getByTestId('muster-search').fill('')

  const hurt = operator.locator('[data-testid="muster-row"][data-status="unknown"]').first()
  await hurt.getByRole('button', { name: 'Needs help' }).click()
  await expect(safety.getByTestId('count-help')).toHaveText('1', toldAtOnce)

  await safety.reload()
  await expect(safety.getByTestId('board')).toBeVisible()
  await expect
    .poll(() => firstReads(safety), 'each is read once, those of the first screen before the application itself')
    .toEqual(['first people', 'application', 'everybody'])
  expect(await filesCameAhead(safety)).toBe(true)

  await elsewhere.setOffline(true)
  // A row that was just tapped stays where it was for a moment.
  const met = operator.locator('[data-testid="muster-row"][data-status="unknown"]').first()
  const unsent = (await met.getAttribute('data-person')) ?? ''
  await met.getByRole('button', { name: 'Safe' }).click()
  const kept = operator.locator(`[data-person="${unsent}"]`)
  await expect(kept, 'a tap without a connection is kept').toContainText('Kept on this device')
  await elsewhere.setOffline(false)
  await safety.getByTestId('muster-search').fill(unsent)
  await expect(safety.locator(`[data-person="${unsent}"]`), 'and sent').toHaveAttribute('data-status', 'accounted')

  await endDrill(safety)
  // Others may have come to a muster point meanwhile: those were accounted for by themselves, and nobody else was.
  const reply = await safety.request.get(`${rollcall.url}/api/emergency/muster?eventId=${eventIdOf(safety)}`)
  const people: readonly Person[] = (await reply.json()).data.people
  const byHand = people.filter(({ status, method }) => status === 'accounted' && method !== 'auto_zone')
  expect(byHand.map(({ fullName }) => fullName).toSorted()).toEqual([name, unsent].toSorted())
  const left = people.filter(({ status }) => status === 'unknown').length
  await expect(safety.getByTestId('report-answer')).toContainText(`${left} missing and 1 in need of help`)
  await expect(safety.getByTestId('timeline')).toContainText(`${name}: accounted`)
  await expect(operator.getByTestId('board-ended')).toBeVisible()
  await expect(bar).toBeHidden()
  await safety.goto(`${rollcall.url}/emergency`)
  await expect(safety.getByTestId('past-events')).toContainText('Drill complete')
  expect(trouble.flat().filter((text) => !offline.test(text))).toEqual([])
  await elsewhere.close()
})
