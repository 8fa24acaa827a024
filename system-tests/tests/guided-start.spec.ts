// From nothing to the first drill by the guided start alone: two buildings with floors of the same name. Clicks, fields and words are
// counted and printed at the end, with the minutes that reading and typing take somebody who sees each page for the first time.
import { expect, type Locator, type Page } from '@playwright/test'
import { test, type Rollcall } from '../setup/separate-processes.ts'
import { signIn, watchForTrouble } from '../setup/signed-in.ts'

test.use({ empty: true })

/** 24 × 12 m, two rooms and a corridor. */
const plan = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12" width="960" height="480">
<path fill="none" stroke="#222" stroke-width=".2" d="M1 1H23V11H1Z M12 1V7 M1 7H5M6 7H17M18 7H23"/></svg>`
const planFile = { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(plan) }
const buildings = ['Mill', 'Annex']
const receiverIds = ['ac233fd00001', 'ac233fd00002', 'ac233fd00003']
const badges = ['c3d000000001', 'c3d000000002']
const staff = ['Number,First name,Last name', 'M-1,Ada,Lovelace', 'M-2,周,恩']

/** What a new administrator does with their hands, counted. */
function createHand(page: Page) {
  const done = { clicks: 0, fields: 0, letters: 0, words: 0 }
  return {
    page,
    done,
    async click(what: Locator) {
      await what.click()
      done.clicks += 1
    },
    async type(into: Locator, text: string) {
      await into.fill(text)
      await into.press('Tab')
      done.fields += 1
      done.letters += text.length
    },
    async choose(file: { name: string; mimeType: string; buffer: Buffer }) {
      await page.getByTestId('file-input').setInputFiles(file)
      done.clicks += 2
    },
    /** Everything that the page says, once. */
    async read(what: Locator = page.locator('main')) {
      done.words += (await what.innerText()).split(/\s+/).length
    },
  }
}
type Hand = ReturnType<typeof createHand>

const step = (page: Page, key: string) => page.locator(`[data-step=${key}]`)
const dialogField = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

/** Opens the page of a step, does it there, and comes back by the bar. */
async function away(hand: Hand, key: string, work: () => Promise<void>): Promise<void> {
  const { page } = hand
  await hand.click(step(page, key).getByRole('link', { name: 'Do this' }))
  await expect(page.getByTestId('setup-bar')).toBeVisible()
  await hand.read()
  await work()
  await hand.click(page.getByTestId('back-to-setup'))
  await expect(page.getByTestId('setup-says')).toBeVisible()
  await expect(page.getByTestId('setup-bar'), 'the list of steps says it all').toBeHidden()
}
const isDone = (page: Page, key: string) => expect(step(page, key)).toHaveAttribute('data-done', 'true')

/** Receivers as they are once they have the address and the key: each tells every second what it hears. */
function switchOn(page: Page, { addresses, ingestKey }: Rollcall): () => void {
  const heard = [badges[0], badges[0], badges[1]]
  const tell = () => {
    const data = receiverIds.map((receiverId, index) => ({
      transmitterId: heard[index],
      transmitterIdType: 2,
      timestamp: Date.now(),
      packets: [],
      rssiSignature: [{ receiverId, receiverIdType: 2, rssi: index === 1 ? -75 : -55 }],
    }))
    const headers = { authorization: `Bearer ${ingestKey}` }
    void page.request.post(`http://${addresses.backend}/ingest/raddec`, { headers, data }).catch(() => undefined)
  }
  const sending = setInterval(tell, 1_000)
  return () => clearInterval(sending)
}

async function buildingsAndFloors(hand: Hand): Promise<void> {
  const { page } = hand
  for (const name of buildings) {
    await hand.click(step(page, 'buildings').getByTestId('new-building'))
    await hand.type(dialogField(page, 'Name'), name)
    await hand.type(dialogField(page, 'Address'), `${name} Lane 1, Portland`)
    await hand.click(page.getByTestId('dialog-submit'))
    await expect(step(page, 'buildings')).toContainText(name)
  }
  for (const [building, floor, level] of [
    ['Mill', 'Ground floor', '0'],
    ['Annex', 'Ground floor', '0'],
    ['Mill', 'First floor', '1'],
  ] as const) {
    await hand.click(step(page, 'floors').getByRole('button', { name: `Add floor to ${building}` }))
    await hand.type(dialogField(page, 'Name'), floor)
    if (level !== '0') await hand.type(dialogField(page, 'Level'), level)
    await hand.click(page.getByTestId('dialog-submit'))
    await expect(step(page, 'plans').getByRole('button', { name: `Plan of ${floor}, ${building}` })).toBeVisible()
  }
}

async function plans(hand: Hand): Promise<void> {
  const { page } = hand
  for (const floor of ['Ground floor, Mill', 'First floor, Mill', 'Ground floor, Annex']) {
    await hand.click(page.getByRole('button', { name: `Plan of ${floor}`, exact: true }))
    await hand.choose(planFile)
    await hand.read(page.getByRole('dialog'))
    const sheet = page.getByTestId('plan-sheet')
    await expect(sheet).toBeVisible()
    for (const x of [1 / 24, 23 / 24]) {
      const box = (await sheet.boundingBox()) ?? { width: 0, height: 0 }
      await sheet.click({ position: { x: x * box.width, y: box.height / 2 } })
      hand.done.clicks += 1
    }
    await hand.type(page.getByLabel('Length between the points'), '22')
    await hand.click(page.getByTestId('save-plan'))
    await expect(page.getByTestId('save-plan')).toBeHidden()
  }
}

async function receivers(hand: Hand): Promise<void> {
  const { page } = hand
  await expect(page.getByTestId('setup-bar')).toContainText('Without a receiver on its plan: Ground floor, Mill')
  await hand.click(page.getByTestId('shared-key'))
  const floors = ['Ground floor, Mill', 'First floor, Mill', 'Ground floor, Annex']
  for (const [index, floor] of floors.entries()) {
    const heard = page.getByTestId('heard-new').filter({ hasText: `:0${index + 1}` })
    await hand.click(heard.getByRole('button', { name: 'Register' }))
    await hand.type(dialogField(page, 'Name'), `Receiver of ${floor}`)
    await hand.click(dialogField(page, 'Floor'))
    await hand.click(page.getByRole('option', { name: floor, exact: true }))
    await hand.click(page.getByTestId('dialog-submit'))
    await expect(page.getByTestId('heard-known').filter({ hasText: `Receiver of ${floor}` })).toBeVisible()
  }
  for (const floor of floors) {
    const known = page.getByTestId('heard-known').filter({ hasText: `Receiver of ${floor}` })
    await hand.click(known.getByRole('link', { name: 'Place it' }))
    await hand.click(page.getByTestId('place-map'))
    await hand.click(page.getByTestId('save-place'))
    await expect(page.getByTestId('placed')).toContainText(`Receiver of ${floor} is placed`)
    await page.goBack()
    hand.done.clicks += 1
  }
}

async function zonesOfOneFloor(hand: Hand, muster: boolean): Promise<void> {
  const { page } = hand
  const editor = page.getByTestId('editor')
  await expect(page.locator('.plan-image')).toBeVisible()
  await hand.click(editor.getByTestId('find-rooms'))
  await hand.click(editor.getByTestId('take-all'))
  if (muster) {
    await hand.click(editor.getByTestId('edit-zone').first())
    await hand.type(editor.getByTestId('zone-name'), 'Yard')
    await hand.click(editor.getByRole('switch', { name: 'Muster point' }))
  }
  await hand.click(editor.getByTestId('edit-save'))
  await expect(editor.getByTestId('edit-save'), 'everything is saved').toHaveText('Save')
}

async function peopleAndBadges(hand: Hand): Promise<void> {
  const { page } = hand
  await away(hand, 'people', async () => {
    await hand.click(page.getByRole('button', { name: 'Import' }))
    await hand.choose({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(staff.join('\n')) })
    await expect(page.getByTestId('import-says')).toHaveText('2 new, 0 changed, 0 as they are.')
    await hand.click(page.getByTestId('import-submit'))
    await hand.click(page.getByRole('button', { name: 'Done' }))
  })
  await away(hand, 'badges', async () => {
    for (const badge of badges) {
      await hand.click(page.getByTestId('new-badge'))
      await hand.type(dialogField(page, 'Address'), badge)
      await hand.click(page.getByTestId('dialog-submit'))
      await expect(page.getByTestId('dialog-submit')).toBeHidden()
    }
    await expect(page.getByTestId('setup-bar')).toContainText('Nobody carries one yet.')
  })
  await away(hand, 'badges', async () => {
    await hand.click(page.getByTestId('fill-in'))
    await hand.click(page.getByTestId('hand-out'))
    await expect(page.getByText('Handed out', { exact: true })).toHaveCount(2)
  })
}

test('two buildings are set up from nothing to their first drill', async ({ page, rollcall }) => {
  test.setTimeout(300_000)
  const trouble = watchForTrouble(page)
  const hand = createHand(page)
  await signIn(page, rollcall, rollcall.account('admin'))
  await expect(page.getByTestId('setup-line')).toContainText('0 of 10')
  await hand.read()
  await hand.click(page.getByTestId('setup-line'))
  await expect(page.getByTestId('setup-says')).toHaveText('0 of 10 steps are done')
  await hand.read()

  await away(hand, 'organisation', async () => {
    await hand.type(page.getByLabel('Organisation'), 'Two Houses')
    await hand.click(page.getByRole('button', { name: 'Save' }).first())
    await expect(page.getByTestId('setup-bar')).toContainText('Done. Next: Buildings.')
  })
  await buildingsAndFloors(hand)
  await plans(hand)
  await isDone(page, 'plans')
  const switchOff = switchOn(page, rollcall)
  await away(hand, 'receivers', () => receivers(hand))
  await isDone(page, 'receivers')
  for (const floor of [0, 1, 2]) await away(hand, 'zones', () => zonesOfOneFloor(hand, floor !== 1))
  await isDone(page, 'zones')

  await page.goto(rollcall.url)
  await expect(page.getByTestId('setup-line'), 'left and taken up again').toContainText('6 of 10')
  await expect(page.getByTestId('setup-line')).toContainText('Next: People')
  await hand.click(page.getByTestId('setup-line'))
  await peopleAndBadges(hand)
  await away(hand, 'contacts', async () => {
    await hand.click(page.getByTestId('new-contact'))
    await hand.type(dialogField(page, 'Name'), 'Front desk')
    await hand.type(dialogField(page, 'Email address'), 'desk@two-houses.example')
    await hand.click(page.getByTestId('dialog-submit'))
    await expect(page.getByTestId('setup-bar')).toHaveAttribute('data-done', 'true')
  })
  await away(hand, 'drill', async () => {
    await hand.click(page.getByTestId('start-drill'))
    await hand.read(page.getByRole('dialog'))
    await hand.click(page.getByText('Fire', { exact: true }))
    await page.getByTestId('hold').focus()
    await page.keyboard.down('Space')
    await expect(page.getByTestId('board')).toBeVisible()
    await page.keyboard.up('Space')
    hand.done.clicks += 1
    await expect(page.getByTestId('setup-bar')).toContainText('Everything is set up.')
  })
  await expect(page.getByTestId('setup-says')).toHaveText('Everything is set up')
  switchOff()

  const { clicks, fields, letters, words } = hand.done
  // Slow on purpose: 150 words a minute, 3 s to find and press, 4 s to find a field, 2 letters a second.
  const minutes = words / 150 + (clicks * 3 + fields * 4 + letters / 2) / 60
  const said = `${clicks} clicks, ${fields} fields with ${letters} letters, ${words} words read: ${minutes.toFixed(0)} minutes`
  test.info().annotations.push({ type: 'guided start', description: said })
  process.stdout.write(`Guided start: ${said}\n`)
  expect(minutes).toBeLessThan(60)
  expect(trouble).toEqual([])
})
