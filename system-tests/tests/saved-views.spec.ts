// Columns and saved views of a list: chosen by keyboard, in the address, and there again on another machine, a phone.
import { expect, type Page } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const menu = (page: Page) => page.getByTestId('list-menu')
const column = (page: Page, name: string) => page.getByTestId('table').getByRole('columnheader', { name })
const rows = (page: Page) => page.getByTestId('table').locator('tbody tr')

async function inMenu(page: Page, name: string): Promise<void> {
  await menu(page).click()
  await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name })).click()
}

test('a view is saved, opened on another machine, renamed and deleted', async ({ page, browser, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.goto(`${rollcall.url}/badges`)
  await expect(column(page, 'Battery')).toBeVisible()
  // By keyboard alone; the menu stays open for the next one.
  await menu(page).focus()
  await page.keyboard.press('Enter')
  for (const [key, name] of [
    ['b', 'Battery'],
    ['ArrowUp', 'State'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('menuitemcheckbox', { name })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(column(page, name)).toHaveCount(0)
  }
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(column(page, 'Last heard')).toBeVisible()
  await expect(column(page, 'Battery'), 'remembered').toHaveCount(0)
  await page.goto(`${rollcall.url}/receivers`)
  await expect(column(page, 'State'), 'of the other list only').toBeVisible()

  await page.goto(`${rollcall.url}/badges?status=assigned&sort=-name`)
  await expect(rows(page).first()).toBeVisible()
  await inMenu(page, 'Save this view')
  await page.getByLabel('Name').fill('Handed out')
  await page.getByTestId('dialog-submit').click()
  await expect(menu(page)).toContainText('Handed out')
  await expect(page).toHaveURL(/columns=name,carrier,strength,seen/)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await signIn(phone, rollcall, rollcall.account('admin'))
  await phone.goto(`${rollcall.url}/badges`)
  await expect(rows(phone).first().locator('[data-label="Battery"]'), 'not on this one').toHaveCount(1)
  await inMenu(phone, 'Handed out')
  await expect(phone).toHaveURL(/status=assigned/)
  await expect(phone).toHaveURL(/sort=-name/)
  await expect(rows(phone).first().locator('[data-label="Battery"]')).toHaveCount(0)
  await phone.goBack()
  await expect(phone).not.toHaveURL(/status=/)
  await expect(rows(phone).first().locator('[data-label="Battery"]')).toHaveCount(1)

  await inMenu(phone, 'Change saved views')
  const saved = phone.getByTestId('saved-views')
  await saved.getByTestId('row-menu').click()
  await phone.getByRole('menuitem', { name: 'Rename' }).click()
  await phone.getByLabel('Name').fill('Ausgegeben – 貸出中')
  await phone.getByTestId('dialog-submit').click()
  await expect(saved).toContainText('Ausgegeben – 貸出中')
  await phone.getByTestId('row-menu').last().click()
  await phone.getByRole('menuitem', { name: 'Delete' }).click()
  await phone.getByTestId('dialog-submit').click()
  await expect(saved.locator('li')).toHaveCount(0)
  await phone.close()
  // The list itself stays as the address has it.
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(menu(page)).not.toContainText('Handed out')
  expect(trouble).toEqual([])
})
