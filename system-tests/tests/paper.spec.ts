// Board, roster and report on paper, as the browser prints them: everybody is on it, also two thousand, in any script, on numbered pages
// that name building and time, black on white.
import { writeFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { endDrill, startDrill } from '../setup/drill.ts'
import { type Rollcall, test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

// What is answered here in place of the server must reach the page, whatever a device keeps.
test.use({ serviceWorkers: 'block' })

type Person = { readonly personId: string; readonly fullName: string; readonly [field: string]: unknown }
type Board = { readonly since: number; readonly people: readonly Person[]; readonly [field: string]: unknown }

/** Hebrew, Arabic, Chinese, Cyrillic, and one that wants to be markup. */
const scripts = ['דנה לוי', 'محمد علي', '王小明', 'Жанна Дарк', '<b>Ωmega & Söhne</b>']

/** The pages of what Ctrl-P would print. `PAPER_FOLDER` keeps them to be looked at. */
async function printed(page: Page, name: string): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const folder = process.env['PAPER_FOLDER']
  if (folder) writeFileSync(`${folder}/${name}.pdf`, pdf)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}

/** Letters without the order and the forms in which a printer sets those of some scripts. */
const letters = (text: string) => [...text.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, '')]

function expectEverybody(pages: readonly string[], names: readonly string[]): void {
  const all = pages.join('\n').normalize('NFKC').replaceAll(/\s+/g, ' ')
  const has = (name: string) => all.includes(name) || all.includes(letters(name).toReversed().join(''))
  const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
  expect(
    names.filter((name) => !rightToLeft.test(name) && !has(name)),
    'not on paper',
  ).toEqual([])
  for (const name of names.filter((one) => rightToLeft.test(one)))
    expect(
      letters(name).filter((letter) => !all.includes(letter)),
      name,
    ).toEqual([])
}

function expectRunningHead(pages: readonly string[], words: RegExp): void {
  for (const [index, text] of pages.entries()) {
    expect(text, `page ${index + 1} is numbered`).toMatch(new RegExp(`Page\\s*${index + 1}\\s*of\\s*${pages.length}`))
    expect(text.replaceAll(/\s+/g, ' '), `page ${index + 1} says what it is`).toMatch(words)
  }
}

async function onSite(page: Page, rollcall: Rollcall): Promise<readonly Person[]> {
  const reply = await page.request.get(`${rollcall.url}/api/emergency/roster`)
  // Refused while too much goes on at once: asked again.
  return reply.ok() ? (await reply.json()).data.people : []
}

const musterAnswers = /\/api\/emergency\/muster\?/

/** As if the building had so many people: those of the answer again and again, under other names. What changes of the real ones is left out. */
async function asManyAs(count: number, page: Page, names: readonly string[]): Promise<void> {
  await page.route(musterAnswers, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: Board }
    const whole = new URL(route.request().url()).searchParams.get('since') === '0'
    const people = Array.from({ length: whole ? count : 0 }, (_, index) => ({
      ...data.people[index % data.people.length],
      personId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      fullName: names[index] ?? `Person number ${index}`,
    }))
    await route.fulfill({ response, json: { ...rest, data: { ...data, people } } })
  })
}

test('the roster, the board of two thousand and the report are printed whole', async ({ page, rollcall }) => {
  test.setTimeout(240_000)
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('safety'))
  await expect.poll(async () => (await onSite(page, rollcall)).length, { timeout: 60_000 }).toBeGreaterThan(5)

  await test.step('the roster, without an emergency', async () => {
    await page.goto(`${rollcall.url}/emergency/print-roster`)
    await expect(page, 'where it was before').toHaveURL(/\/emergency\/roster$/)
    await expect(page.getByTestId('roster-line').first()).toBeVisible()
    // Nobody comes or goes between the list and the paper.
    await page.route(/\/api\/emergency\/roster/, (route) => route.abort())
    const lines = page.getByTestId('roster-line')
    const names = await lines.evaluateAll((all) => all.map((one) => one.dataset['person'] ?? ''))
    await page.getByPlaceholder('Find by name').fill(names[0] ?? '')
    await expect(lines).toHaveCount(1)
    const pages = await printed(page, 'roster')
    await page.unroute(/\/api\/emergency\/roster/)
    expectEverybody(pages, names)
    expectRunningHead(pages, /Roster: who is on site.*as of \d+ \w+ \d{4}/)
    expect(pages.join('').match(/☐/g)?.length, 'a box for each').toBe(names.length)
    await expect(page.getByTestId('paper'), 'the screen has none of it').toBeHidden()
  })

  await test.step('the board of two thousand people', async () => {
    await page.goto(`${rollcall.url}/emergency`)
    await startDrill(page)
    const address = page.url()
    const names = [...scripts, ...Array.from({ length: 1_995 }, (_, index) => `Person number ${index + 5}`)]
    await asManyAs(names.length, page, scripts)
    await page.goto(address)
    await expect(page.getByTestId('count-missing')).not.toHaveText('0')
    await expect(page.getByTestId('board')).toContainText('of 2000')
    const pages = await printed(page, 'board')
    expectEverybody(pages, names)
    expectRunningHead(pages, /Printed \d+ \w+ \d{4}.*DRILL: Fire drill since .*missing/)
    // Some twenty to sixty people on a page, by how long their places are; not one and not a hundred.
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.length).toBeLessThan(120)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(address)
  })

  await test.step('the report, with what was written into it', async () => {
    await endDrill(page)
    await page.getByTestId('write-review').click()
    await page.getByRole('textbox', { name: 'Notes' }).fill('The north door was locked.')
    await page.getByRole('textbox', { name: 'Lessons' }).fill('A key at the reception.\nמפתח בקבלה')
    await page.getByTestId('dialog-submit').click()
    await expect(page.getByTestId('review')).toContainText('A key at the reception.')
    const eventId = new URL(page.url()).pathname.split('/')[2]
    const reply = await page.request.get(`${rollcall.url}/api/emergency/${eventId}/report`)
    const report: { people: readonly Person[]; timeline: readonly { text: string }[] } = (await reply.json()).data
    const pages = await printed(page, 'report')
    expectEverybody(
      pages,
      report.people.map(({ fullName }) => fullName),
    )
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('A key at the reception.')
    expect(text).toContain('Accounted for over time')
    for (const entry of report.timeline) expect(text).toContain(entry.text)
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByTestId('review')).toContainText('Nothing is written yet')
  })
  expect(trouble).toEqual([])
})
