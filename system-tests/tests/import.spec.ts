// Lists as an administrator imports them: recognised, mended in place, counted before anything is written, written, undone; also on a phone.
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

/** So that a second run meets nothing of the first. */
const mark = randomBytes(3).toString('hex')
const aCsv = (lines: readonly string[]) => ({
  name: `staff-${mark}.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}`),
})
const says = (page: Page) => page.getByTestId('import-says')

async function openImport(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/people`)
  await page.getByRole('button', { name: 'Import' }).click()
}

test('a list is understood, mended in place, counted, written and undone', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  await openImport(page, rollcall.url)
  const lines = [
    'Personalliste',
    'Mitarbeiternummer;Nachname;Vorname;E-Mail;Abteilung;Schuhgröße',
    `K-${mark}-1;Johnson;Katherine;kj-${mark}@example.org;Sternwarte ${mark};38`,
    `K-${mark}-2;=1+1;"ليلى";nonsense;;40`,
    `;Hopper;Grace;;;41`,
  ]
  await page.getByTestId('file-input').setInputFiles(aCsv(lines))
  await expect(says(page)).toHaveText('0 new, 0 changed, 0 as they are, 3 with mistakes.')
  await expect(page.getByTestId('import-columns')).toContainText('Columns: 5 of 6 used')
  await expect(page.getByTestId('import-mistakes')).toContainText(`There is no department “Sternwarte ${mark}”`)

  await page.getByTestId('create-new').click()
  await expect(says(page)).toHaveText('1 new, 0 changed, 0 as they are, 2 with mistakes.')
  await page.getByLabel('Line 4, Email address').fill(`leila-${mark}@example.org`)
  await page.getByLabel('Line 4, Email address').press('Enter')
  await expect(says(page)).toHaveText('2 new, 0 changed, 0 as they are, 1 with mistakes.')
  await page.getByRole('button', { name: 'Leave out line 5' }).click()
  await expect(says(page)).toHaveText('2 new, 0 changed, 0 as they are, 1 left out.')
  await page.getByTestId('import-submit').click()
  await expect(says(page)).toHaveText('2 added, 0 changed, 1 left out.')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByTestId('list-search').fill(`K-${mark}`)
  await expect(page.getByTestId('table')).toContainText('Katherine Johnson')
  await expect(page.getByTestId('table')).toContainText('ليلى =1+1')

  // The same again with one change: by their number, nobody is doubled.
  await page.getByRole('button', { name: 'Import' }).click()
  const again = ['Number,Full name,Job title', `K-${mark}-1,Katherine Johnson,Mathematician`, `k-${mark}-2,ليلى =1+1,`]
  await page.getByTestId('file-input').setInputFiles(aCsv(again))
  await expect(says(page)).toHaveText('0 new, 1 changed, 1 as they are.')
  await page.getByTestId('import-submit').click()
  await expect(says(page)).toHaveText('0 added, 1 changed.')
  await page.getByTestId('undo-import').click()
  await expect(page.getByTestId('recent-imports')).toContainText('undone')
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByTestId('recent-imports').getByTestId('undo-import').click()
  await expect(page.getByTestId('recent-imports').getByTestId('undo-import')).toHaveCount(0)
  // Whom the second list changed, and its undoing changed back, somebody has seen since: she stays, and is named.
  await expect(page.getByTestId('kept-rows')).toContainText('Katherine Johnson was changed since')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByTestId('list-search').fill(`K-${mark}`)
  await expect(page.getByText('ليلى =1+1')).toHaveCount(0)
  await expect(page.getByTestId('table')).toContainText('Katherine Johnson')
  expect(trouble).toEqual([])
})

/** As they are written in the offices of one organisation. */
const names = [
  'Ada Lovelace',
  'Grace Hopper-Müller',
  'Łukasz Żółć',
  'Δημήτρης Παπάς',
  'Мария Иванова',
  'ليلى حداد',
].concat(['יעל כהן', '王小明', '山田 太郎', '김민준', 'अनन्या शर्मा', 'สมชาย ใจดี', 'Nguyễn Thị Hoa', 'გიორგი'])

test('five thousand people are looked through, written and undone, and the page answers meanwhile', async ({
  page,
  rollcall,
}) => {
  test.setTimeout(360_000)
  const slow = { timeout: 120_000 }
  await signIn(page, rollcall, rollcall.account('admin'))
  await openImport(page, rollcall.url)
  const lines = Array.from({ length: 5000 }, (_, at) => {
    const email = at % 250 === 0 ? 'nonsense' : `p${at}-${mark}@example.org`
    return `M-${mark}-${at},${names[at % names.length]} ${at},${email}`
  })
  await page.evaluate(() => {
    const long = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
      document.body.dataset['longestTask'] = `${longestTaskMs} ms`
    })
    let longestTaskMs = 0
    long.observe({ type: 'longtask' })
  })
  await page.getByTestId('file-input').setInputFiles(aCsv(['Number,Full name,Email', ...lines]))
  await expect(page.getByRole('progressbar')).toBeVisible(slow)
  await expect(says(page)).toHaveText('4980 new, 0 changed, 0 as they are, 20 with mistakes.', slow)
  const rows = page.getByRole('region', { name: 'Rows of the file' })
  await rows.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
  await expect(rows).toContainText(`${names[4999 % names.length]} 4999`)
  expect(await rows.locator('tr').count()).toBeLessThan(100)
  await page.getByTestId('import-submit').click()
  await expect(page.getByRole('progressbar')).toBeVisible(slow)
  await expect(says(page)).toHaveText('4980 added, 0 changed, 20 with mistakes.', slow)
  await page.getByTestId('undo-import').click()
  await expect(page.getByTestId('recent-imports').getByRole('progressbar')).toBeVisible(slow)
  await expect(page.getByTestId('recent-imports')).toContainText('undone', slow)
  console.log(
    `The longest that the page did not answer: ${await page.evaluate(() => document.body.dataset['longestTask'])}`,
  )
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByTestId('list-search').fill(`M-${mark}`)
  await expect(page.getByText(`M-${mark}-1`)).toHaveCount(0)
})

test('an Excel file of badges shows its mistakes on a phone, and a column can be chosen', async ({
  page,
  rollcall,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.goto(`${rollcall.url}/badges`)
  await page.getByRole('button', { name: 'Actions for the list' }).click()
  await page.getByRole('menuitem', { name: 'Import badges' }).click()
  const rows = [
    ['Funkadresse', 'Bezeichnung', 'For'],
    [`c4${mark}0001`, `Blue ${mark}`, 'Employees'],
    ['no address', `Red ${mark}`, 'Employees'],
  ]
  const cells = rows.map((row, line) =>
    row.map((text, at) => `<c r="${'ABC'[at]}${line + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join(''),
  )
  const buffer = Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Tags" sheetId="1" r:id="rId1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`),
    }),
  )
  await page
    .getByTestId('file-input')
    .setInputFiles({ name: 'tags.xlsx', mimeType: 'application/vnd.ms-excel', buffer })
  await expect(page.getByTestId('import-columns')).toContainText('Which one is Address?')
  await expect(page.getByTestId('import-submit')).toBeDisabled()
  await page.getByLabel('What Funkadresse is').click()
  await page.getByRole('option', { name: 'Address' }).click()
  await expect(says(page)).toHaveText('1 new, 0 changed, 0 as they are, 1 with mistakes.')
  const field = page.getByLabel('Line 3, Address')
  await field.scrollIntoViewIfNeeded()
  await expect(field).toBeInViewport()
  await field.fill(`c4:${mark.slice(0, 2)}:${mark.slice(2, 4)}:${mark.slice(4)}:00:02`)
  await field.press('Enter')
  await expect(says(page)).toHaveText('2 new, 0 changed, 0 as they are.')
  await page.getByTestId('import-submit').click()
  await expect(says(page)).toHaveText('2 added, 0 changed.')
})
