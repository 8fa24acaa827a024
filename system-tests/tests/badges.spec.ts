// Hand out badges, phones and keys as an administrator does: many at once with an answer for each, and secrets shown only once.
import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn } from '../setup/signed-in.ts'

const mark = randomBytes(3).toString('hex')
const address = (index: number) => `c3${mark}00${index.toString(16).padStart(2, '0')}`

test('badges of the stock are handed out to people without one, each with its answer', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  for (const index of [0, 1, 2]) {
    await api('post', '/api/personnel', { employeeId: `H-${mark}-${index}`, fullName: `Bearer ${mark} ${index}` })
    await api('post', '/api/transmitters', { transmitterId: address(index), entityType: 'employee' })
  }
  await page.goto(`${rollcall.url}/badges/hand-out`)
  // Whoever has got a badge is no longer in the next reading: the one for the search must be the last.
  const searched = page.waitForResponse((reply) => reply.url().includes('Bearer'))
  await page.getByTestId('list-search').fill(`Bearer ${mark}`)
  await searched
  await expect(page.getByTestId('table').locator('tbody tr')).toHaveCount(3)
  await page.getByTestId('fill-in').click()
  await page.getByTestId('hand-out').click()
  await expect(page.getByText('Handed out', { exact: true })).toHaveCount(3)

  const lines = ['Number,Badge', `E-1001,${address(0)}`, `nobody-${mark},${address(1)}`, `H-${mark}-1,nonsense`]
  const file = { name: 'pairs.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByTestId('from-list').click()
  await page.getByTestId('file-input').setInputFiles(file)
  await expect(page.getByTestId('import-says')).toContainText('2 of 3 rows can be handed out')
  await page.getByTestId('import-submit').click()
  await expect(page.getByRole('dialog')).toContainText('Somebody carries this badge already.')
  await expect(page.getByRole('dialog')).toContainText('Nobody in the register has this number.')
  await page.getByRole('button', { name: 'Done' }).click()
})

test('an enrolled phone is listed by its fingerprint and can be removed', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const { id } = await api('post', '/api/personnel', { employeeId: `P-${mark}`, fullName: `Caller ${mark}` })
  const { token } = await api('post', '/api/phone-beacon/onboarding-token', { personId: id })
  const irk = randomBytes(16).toString('hex')
  const { fingerprint } = await api('post', '/api/phone-beacon/complete-enrollment', {
    token,
    irk,
    platform: 'android',
    label: `Phone ${mark}`,
  })
  await page.goto(`${rollcall.url}/badges/phones`)
  await page.getByTestId('list-search').fill(`Phone ${mark}`)
  const row = page.getByTestId('table').locator('tbody tr')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(fingerprint)
  await expect(row).toContainText(`Caller ${mark}`)
  await expect(row, 'never the key').not.toContainText(irk)
  await page.getByTestId('row-menu').click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('a receiver gets a key of its own, shown once, replaced and taken back', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.goto(`${rollcall.url}/receivers`)
  await page.getByTestId('table').getByRole('link').first().click()
  const issue = async () => {
    await page.getByTestId('issue-key').click()
    await page.getByTestId('dialog-submit').click()
    const key = await page.getByTestId('secret').innerText()
    await page.getByRole('button', { name: 'I have noted it' }).click()
    return key
  }
  const first = await issue()
  await expect(page.getByText('Has a key of its own')).toBeVisible()
  await expect(page.getByText(first)).toHaveCount(0)
  expect(await issue()).not.toBe(first)
  await page.getByTestId('take-key-back').click()
  await page.getByTestId('dialog-submit').click()
  await expect(page.getByText('Uses the key that all receivers share')).toBeVisible()
})
