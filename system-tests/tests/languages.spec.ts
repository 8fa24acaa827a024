// The pages in another language: chosen in the menu of the account, no English word left on the pages that speak it, nothing cut off on
// a phone, and what was typed stays.
import { expect, type Page } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { goWithin } from '../setup/go-within.ts'
import { layoutFindings } from '../setup/layout-findings.ts'
import { test } from '../setup/separate-processes.ts'
import { apiOf } from '../setup/signed-in-api.ts'
import { signIn } from '../setup/signed-in.ts'
import { windowFindings } from '../setup/within-window.ts'

type Message = string | { readonly one: string; readonly other: string }
const src = fileURLToPath(new URL('../../web/app/src/', import.meta.url))

/** Whole texts that a page in German must not show. */
async function englishOnly(): Promise<Set<string>> {
  const folders = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('texts/en.ts'))
  const read = async (path: string) => ((await import(src + path)) as { texts: Record<string, Message> }).texts
  const forms = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other])
  const [english, german] = [new Set<string>(), new Set<string>()]
  for (const path of folders) {
    for (const text of Object.values(await read(path)).flatMap(forms)) if (!text.includes('{')) english.add(text)
    for (const text of Object.values(await read(path.replace(/en\.ts$/, 'de.ts'))).flatMap(forms)) german.add(text)
  }
  return new Set([...english].filter((text) => !german.has(text)))
}

/** English sentences of what happened, whatever stands in their holes; those without two words of their own say nothing. */
async function englishSentences(): Promise<RegExp[]> {
  const { texts } = (await import(`${src}api/sentences/texts/en.ts`)) as { texts: Record<string, Message> }
  const forms = Object.values(texts).flatMap((one) => (typeof one === 'string' ? [one] : [one.one, one.other]))
  const plain = (part: string) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return forms
    .filter((form) => form.split(/\{\w+\}/).some((part) => /[a-z]{2,} [a-z]{2,}/.test(part)))
    .map(
      (form) =>
        new RegExp(
          `^${form
            .split(/\{\w+\}/)
            .map(plain)
            .join('.+')}$`,
        ),
    )
}

async function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement?.checkVisibility()) found.push((textContent ?? '').replaceAll(/\s+/g, ' ').trim())
    }
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].filter((one) =>
      one.checkVisibility(),
    )
    for (const one of named)
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(one.getAttribute(name) ?? '')
    return found.filter((text) => text !== '')
  })
}

async function choose(page: Page, name: string, code: string) {
  await page.getByTestId('profile-menu').click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', code)
  await page.keyboard.press('Escape')
}

test('German is chosen in the menu, stays after a reload, and no moved page shows English or cuts it off', async ({
  page,
  rollcall,
}) => {
  test.setTimeout(360_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, rollcall, rollcall.account('admin'))
  await choose(page, 'Deutsch', 'de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Übersicht')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Übersicht')
  await expect(page).toHaveTitle('Übersicht · Rollcall')

  const api = await apiOf(page, rollcall)
  const person = (await api('get', '/api/personnel')).items[0].id
  const site = await api('get', '/api/context')
  const drill = await api('post', '/api/emergency/trigger', {
    scenario: 'fire',
    mode: 'drill',
    scope: { buildingIds: [site.buildings[0].id] },
  })
  const board = `/emergency/${drill.id}`
  const english = await englishOnly()
  // What people of the site have named is shown as they did.
  const zones = (await api('get', '/api/zones?pageSize=200')).items
  const departments = (await api('get', '/api/mgmt/departments?pageSize=200')).items
  const floors = site.buildings.flatMap((building: { floors: { name: string }[] }) => building.floors)
  for (const { name } of [...zones, ...departments, ...floors]) english.delete(name)
  expect(english.size).toBeGreaterThan(200)
  const told = await englishSentences()
  const pages = ['/', '/people', `/people/${person}`, '/emergency', board, `${board}/report`, '/emergency/roster']
  pages.push('/alerts', '/activity', '/alerts?state=cleared')
  const findings: string[] = []
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    for (const path of pages) {
      await goWithin(page, path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        findings.push(
          ...(await layoutFindings(page)).map((one) => `${path} (${size.width} px, ${colorScheme}): ${one}`),
        )
        await test
          .info()
          .attach(`${path} ${size.width} ${colorScheme}`, { body: await page.screenshot(), contentType: 'image/png' })
      }
      findings.push(...(await windowFindings(page, path)))
      const left = (await shownTexts(page)).filter((text) => english.has(text) || told.some((one) => one.test(text)))
      findings.push(...[...new Set(left)].map((text) => `${path}: English “${text}”`))
    }
  }
  await api('put', `/api/emergency/${drill.id}`, {
    state: 'resolved',
    resolution: 'drill_complete',
    confirmMissing: true,
  })
  expect(findings).toEqual([])
})

test('each word of the bottom bar of a phone has one line, in every language', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  await page.setViewportSize({ width: 360, height: 780 })
  for (const code of ['en', 'de', 'es', 'fr']) {
    await page.evaluate((chosen) => localStorage.setItem('rollcall.language', chosen), code)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    const words = page.locator('nav[data-pages] li')
    await expect(words).toHaveCount(5)
    const lines = await words.evaluateAll((items) =>
      items.map((item) => {
        const range = document.createRange()
        range.selectNodeContents(item)
        const text = item.textContent?.trim() ?? ''
        const tops = [...range.getClientRects()].filter(({ height }) => height < 20).map(({ top }) => Math.round(top))
        return { text, lines: new Set(tops).size, beyond: item.scrollWidth > item.clientWidth }
      }),
    )
    expect(lines).toEqual(lines.map(({ text }) => ({ text, lines: 1, beyond: false })))
  }
})

test('what can be pressed in the top bar has room for its words, in every language', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  for (const code of ['en', 'de', 'es', 'fr']) {
    await page.evaluate((chosen) => localStorage.setItem('rollcall.language', chosen), code)
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      await expect(page.getByTestId('search')).toBeVisible()
      expect(await layoutFindings(page, { within: 'header' }), `${code}, ${width} px`).toEqual([])
    }
  }
})

test('a form that is half filled in keeps its fields when the language changes, and says its labels anew', async ({
  page,
  rollcall,
}) => {
  await signIn(page, rollcall, rollcall.account('admin'))
  await goWithin(page, '/settings')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Half filled')
  await choose(page, 'Español', 'es')
  await expect(page.getByRole('textbox', { name: 'Organización' })).toHaveValue('Half filled')
})

test('a language chosen on the sign-in page changes it at once and keeps what was typed', async ({
  page,
  rollcall,
}) => {
  await page.goto(`${rollcall.url}/login`)
  await page.getByTestId('sign-in-email').fill('ada@example.org')
  await page.getByTestId('language').selectOption('fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page).toHaveTitle('Connexion · Rollcall')
  await expect(page.getByTestId('sign-in-email')).toHaveValue('ada@example.org')
})

test.describe('a browser in Spanish', () => {
  test.use({ locale: 'es-MX' })
  test('is answered in Spanish from the first page on', async ({ page, rollcall }) => {
    await page.goto(`${rollcall.url}/login`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page).toHaveTitle('Iniciar sesión · Rollcall')
  })
})
