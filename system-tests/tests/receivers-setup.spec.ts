// A new receiver in five minutes: what to type into it, its first reading as it arrives, placed from the installer's phone, its clock.
import { expect, type Page } from '@playwright/test'
import { test, type Rollcall } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

const receiverId = 'ac233fc0ffee'
/** A picture of a label whose QR code says MAC:AC:23:3F:C0:FF:02. */
const label = [
  'iVBORw0KGgoAAAANSUhEUgAAAMYAAADGAQAAAACh4MLwAAABBklEQVR42u2Yy40EMQhESyIAh+TUCckBILEqcGt6drTHHdehUR8wzwcE',
  '5qNG/iGBhzzkXwgoM4YHkIsHkyGWmWv2FStFiCwagInhWYocGZkLmoRxTTc1UtnGeKVdh3SV0HF+n/VzkrQAM3dcf/Wdk6Q8nbEjSl2H',
  'ZHoMt3SAx9JViK0ZmJXz6srjFtHTpF2uQvFcfIamQ2pQkLPNoKEIqZL16isctt1mREib6TLJ7GGrQnaGmeqyiZGFwBXdzSVIi1Vjtrqo',
  'Q66tMzvV9rkRnyM9/Ol11cfbGz1Oru1prwCSpPUYaWKklybapMheNnuU+X13OU66Smo98Rj7VYqQ5//BQ75FfgABL3xWXF+8XwAAAABJ',
  'RU5ErkJggg==',
].join('')

async function send(page: Page, { addresses, ingestKey }: Rollcall): Promise<void> {
  const heard = { receiverId, receiverIdType: 2, rssi: -60 }
  const raddec = { transmitterId: 'ac233f000001', transmitterIdType: 2, timestamp: Date.now(), packets: [] }
  const reply = await page.request.post(`http://${addresses.backend}/ingest/raddec`, {
    headers: { authorization: `Bearer ${ingestKey}` },
    data: [{ ...raddec, rssiSignature: [heard] }],
  })
  expect(reply.status()).toBe(202)
}

test('from the lines to type to a receiver that hangs on the plan', async ({ page, rollcall }) => {
  const trouble = watchForTrouble(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  await page.goto(`${rollcall.url}/receivers/connect`)
  const lines = page.getByTestId('lines')
  await expect(lines).toContainText(`http://${rollcall.addresses.backend}/ingest/minew`)
  await expect(lines, 'nothing secret unasked').toContainText('Bearer YOUR_KEY')
  await page.getByTestId('shared-key').click()
  await expect(lines).toContainText(`Authorization: Bearer ${rollcall.ingestKey}`)
  const { items } = await api('get', '/api/audit/logs?pageSize=5')
  expect(items.map(({ action }: { action: string }) => action)).toContain('receivers.showSharedKey')
  expect(JSON.stringify(items)).not.toContain(rollcall.ingestKey)
  await page.getByText('Any, through an MQTT broker').click()
  await expect(page.getByText('No broker is set.')).toBeVisible()

  await send(page, rollcall)
  await expect(page.getByTestId('heard-new').filter({ hasText: 'ac:23:3f:c0:ff:ee' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${rollcall.url}/receivers/install`)
  await page.getByTestId('which-receiver').click()
  await page.getByRole('option', { name: /ac:23:3f:c0:ff:ee/ }).click()
  await page.getByTestId('save-place').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Tap the place' })).toBeVisible()
  const plan = page.getByTestId('place-map')
  await plan.scrollIntoViewIfNeeded()
  await plan.click()
  await page.getByTestId('place-name').fill('Behind the door')
  await page.getByTestId('save-place').click()
  await expect(page.getByTestId('placed')).toContainText('Behind the door is placed')
  const { items: stored } = await api('get', '/api/receivers?q=Behind%20the%20door')
  expect(stored).toMatchObject([{ receiverId, zM: 2.5 }])
  expect(Math.hypot(stored[0].x - 50, stored[0].y - 50), 'in the middle of the plan').toBeLessThan(5)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${rollcall.url}/receivers/connect`)
  const known = page.getByTestId('heard-known').filter({ hasText: 'Behind the door' })
  await send(page, rollcall)
  await expect(known.getByTestId('clock')).toHaveText('Clock in step')
  expect(trouble).toEqual([])
})

test('a picture of its label finds a receiver among many, and also one that nobody knows yet', async ({
  page,
  rollcall,
}) => {
  const trouble = watchForTrouble(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, rollcall, rollcall.account('admin'))
  const api = await apiOf(page, rollcall)
  const named = (of: number) => ({ receiverId: `ac233fc0ff0${of}`, name: `Label ${of}` })
  await api('post', '/api/receivers/bulk', { receivers: [named(1), named(2), named(3)] })
  await page.goto(`${rollcall.url}/receivers/install`)
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a picture of its label' }).click()
  const picture = { name: 'label.png', mimeType: 'image/png', buffer: Buffer.from(label, 'base64') }
  await (await opened).setFiles(picture)
  await expect(page.getByTestId('which-receiver')).toContainText('Label 2 (not placed)')
  await expect(page.getByTestId('place-name')).toHaveValue('Label 2')
  await page.getByTestId('place-map').click()
  await page.getByTestId('save-place').click()
  await expect(page.getByTestId('placed')).toBeInViewport()
  await expect(page.getByTestId('placed')).toContainText('Label 2 is placed')
  const { items } = await api('get', '/api/receivers?q=Label%202')
  expect(items).toMatchObject([{ receiverId: 'ac233fc0ff02', zM: 2.5 }])
  expect(items[0].x).not.toBeNull()

  await api('put', `/api/receivers/${items[0].id}`, { receiverId: 'ac233fc0ff09' })
  await page.getByTestId('label-picture').setInputFiles(picture)
  await expect(page.getByTestId('which-receiver')).toContainText('ac:23:3f:c0:ff:02 (new)')
  const nothing = { ...picture, buffer: Buffer.from('no picture') }
  await page.getByTestId('label-picture').setInputFiles(nothing)
  await expect(page.getByRole('alert').filter({ hasText: 'There is no code on the picture' })).toBeVisible()
  expect(trouble).toEqual([])
})
