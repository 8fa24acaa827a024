// Wardens and contacts: a warden signs in during a drill and has their list first, the deputy counts until the warden answers, and a
// contact answers a test message and the drill by the links in real mails.
import { randomBytes } from 'node:crypto'
import { expect, type Browser, type Page } from '@playwright/test'
import { readable } from '../../backend/tests/a-mail-server.ts'
import { accessibilityFindings, bringChecker } from '../setup/accessibility.ts'
import { startDrill } from '../setup/drill.ts'
import type { Rollcall } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'
import { type MailServer, test } from '../setup/with-mail.ts'

const mark = randomBytes(3).toString('hex')
const warden = `Wanda ${mark}`
const deputy = `Dénes ${mark}`
const contact = `Café Żółw ${mark}`
const address = `contact-${mark}@example.org`
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
/** Sooner than a page would notice by itself. */
const toldAtOnce = { timeout: 10_000 }

/** The page behind the newest link that was mailed to the contact under this subject. */
async function linkPath(mail: MailServer, subject: string): Promise<string> {
  let path = ''
  await expect
    .poll(() => {
      const found = mail.mails.findLast(({ to, text }) => to.includes(address) && text.includes(subject))
      path = /\/contact-link\/[\w-]{43}/.exec(found ? readable(found) : '')?.[0] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

async function choosePerson(page: Page, field: string, name: string) {
  await page.locator(`[data-field="${field}"] button`).first().click()
  await page.getByPlaceholder('Type to search').fill(name)
  await page.getByRole('option', { name }).click()
}

async function onPhone(browser: Browser, rollcall: Rollcall, role: string, address: string) {
  const context = await browser.newContext({ ...phone, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  await signIn(page, rollcall, rollcall.account(role))
  return page
}

/** Runs in the page: how many people are seen whole, from the name to the button. */
function rowsInSight(): number {
  const rows = [...document.querySelectorAll('[data-testid="muster-row"]')]
  return rows.filter((row) => {
    const { left, top, bottom, width } = row.getBoundingClientRect()
    const at = [top + 4, bottom - 4].map((y) => document.elementFromPoint(left + width / 2, y))
    return at.every((seen) => seen !== null && row.contains(seen))
  }).length
}

test('a warden has their list first, a deputy stands in, and a contact says that they are on the way', async ({
  page,
  browser,
  rollcall,
  mail,
}) => {
  test.setTimeout(300_000)
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  await expect
    .poll(async () => Number(await page.getByTestId('people-on-site').textContent()), { timeout: 60_000 })
    .toBeGreaterThan(5)
  const { items } = await api('get', '/api/personnel?pageSize=100')
  const department: string = items.find((one: { departmentName: string | null }) => one.departmentName).departmentName
  const person = { entityType: 'employee', departmentId: null }
  const wardenAddress = rollcall.account('operator').email
  await api('post', '/api/personnel', { ...person, employeeId: `W-${mark}`, fullName: warden, email: wardenAddress })
  const deputyAddress = rollcall.account('safety').email
  await api('post', '/api/personnel', { ...person, employeeId: `D-${mark}`, fullName: deputy, email: deputyAddress })

  await test.step('naming them', async () => {
    await page.goto(`${rollcall.url}/emergency`)
    // What readiness misses leads there, too.
    await page.getByRole('link', { name: 'Wardens' }).first().click()
    await page.getByRole('button', { name: `Name somebody for ${department}` }).click()
    await choosePerson(page, 'person-0', warden)
    await page.getByTestId('add-deputy').click()
    await choosePerson(page, 'person-1', deputy)
    await page.getByTestId('dialog-submit').click()
    const row = page.getByTestId('table').locator('tbody tr').filter({ hasText: warden })
    await expect(row).toContainText(deputy)
    await expect(row).toContainText('Ready')
    await expect(page.getByTestId('uncovered')).not.toContainText(department)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await bringChecker(page)
    expect(await accessibilityFindings(page, 'wardens')).toEqual([])
  })

  const theirs = await (await browser.newContext(phone)).newPage()
  const theirTrouble = watchForTrouble(theirs)
  await test.step('a test message', async () => {
    await page.goto(`${rollcall.url}/emergency/contacts`)
    await page.getByTestId('new-contact').click()
    await page.locator('[data-field="name"] input').fill(contact)
    await page.locator('[data-field="email"] input').fill(address)
    await page.getByTestId('dialog-submit').click()
    const row = page.getByTestId('table').locator('tbody tr').filter({ hasText: contact })
    await expect(row).toContainText('Never answered')
    await row.getByTestId('row-menu').click()
    await page.getByRole('menuitem', { name: 'Send a test message' }).click()
    await expect(row).toContainText('Test not answered yet')
    await theirs.goto(rollcall.url + (await linkPath(mail, 'Subject: TEST MESSAGE')))
    await expect(theirs.getByTestId('link-drill')).toHaveText('TEST MESSAGE')
    await theirs.getByTestId('answer-received').tap()
    await expect(theirs.getByTestId('link-answer')).toHaveText('Thank you')
    await expect(row).toContainText('Answered')
    await expect(page.getByTestId('contact-tests')).toContainText('1 of 1 contact answered the last test')
  })

  await page.goto(`${rollcall.url}/emergency`)
  await startDrill(page)
  const board = page.url()
  const second = await onPhone(browser, rollcall, 'safety', '203.0.113.251')
  const first = await onPhone(browser, rollcall, 'operator', '203.0.113.252')
  await test.step('my list first', async () => {
    await first.goto(board)
    await expect(first.getByTestId('my-line')).toContainText(`You answer for ${department}`)
    await expect(first.getByTestId('list-mine')).toHaveAttribute('aria-pressed', 'true')
    const { people } = await api('get', `/api/emergency/muster?eventId=${board.split('/').at(-1)}`)
    const mine = people.filter((one: { departmentName: string | null }) => one.departmentName === department)
    expect(mine.length).toBeGreaterThan(0)
    await expect(first.getByTestId('list-mine')).toContainText(`of ${mine.length}`)
    const shown = await first.getByTestId('muster-row').evaluateAll((rows) => rows.map((row) => row.dataset['person']))
    const names = new Set(mine.map(({ fullName }: { fullName: string }) => fullName))
    expect(shown.filter((name) => !names.has(name))).toEqual([])
    await first.getByTestId('list-all').tap()
    await expect(first.getByTestId('list-all')).toHaveAttribute('aria-pressed', 'true')
    await expect(first).toHaveURL(/list=all/)
  })

  await test.step('the deputy', async () => {
    await second.goto(board)
    await expect(second.getByTestId('my-line')).toContainText(`${warden} is not on site`)
    await first.getByTestId('warden-on-it').tap()
    await expect(first.getByTestId('my-answer')).toContainText('I am on it')
    await expect(second.getByTestId('deputy-line')).toContainText(`${warden} is on it`, toldAtOnce)
    await expect(second.getByTestId('my-line')).toHaveCount(0)
  })

  await test.step('on my way', async () => {
    await theirs.goto(rollcall.url + (await linkPath(mail, 'Subject: DRILL')))
    await expect(theirs.getByTestId('link-drill')).toHaveText('THIS IS A DRILL')
    await theirs.getByTestId('answer-on_my_way').tap()
    await expect(theirs.getByTestId('link-answer')).toHaveText('You are on your way')
    const answers = page.getByTestId('board-answers')
    await expect(answers).toContainText('1 on the way', toldAtOnce)
    await page.getByTestId('answers-toggle').click()
    await expect(answers.getByRole('listitem').filter({ hasText: contact })).toContainText('On my way')
    await expect(answers.getByRole('listitem').filter({ hasText: department })).toContainText(`${warden} is on it`)
  })

  await test.step('four people on the first screen of a phone, with both notices above them', async () => {
    const third = await onPhone(browser, rollcall, 'admin', '203.0.113.253')
    await third.goto(board)
    await expect(third.getByTestId('what-to-do')).toContainText('not confirmed')
    await expect(third.getByTestId('board-answers')).toBeVisible()
    await expect.poll(() => third.evaluate(rowsInSight)).toBeGreaterThanOrEqual(4)
    await third.context().close()
  })

  const id = board.split('/').at(-1)
  await api('put', `/api/emergency/${id}`, { state: 'resolved', resolution: 'drill_complete', confirmMissing: true })
  await theirs.reload()
  await expect(theirs.getByTestId('link-over')).toBeVisible()
  expect([...trouble, ...theirTrouble]).toEqual([])
  for (const one of [first, second, theirs]) await one.context().close()
})
