// Every page of the router in windows from a phone to a wall, in both themes: the document is never larger than its window, nothing that can
// be pressed lies beyond an edge or below something else, and no word on a button is cut off.
import { expect } from '@playwright/test'
import { everyPage } from '../setup/every-page.ts'
import { goWithin } from '../setup/go-within.ts'
import { layoutFindings } from '../setup/layout-findings.ts'
import { test } from '../setup/separate-processes.ts'
import { signIn } from '../setup/signed-in.ts'
import { windowFindings } from '../setup/within-window.ts'

const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const

for (const size of windows) {
  test(`every page fits a window of ${size.width} px`, async ({ page, rollcall }) => {
    test.setTimeout(360_000)
    await page.setViewportSize(size)
    await signIn(page, rollcall, rollcall.account('admin'))
    const findings: string[] = []
    for (const { name, path } of await everyPage(page, rollcall)) {
      await goWithin(page, path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const found = await layoutFindings(page)
        findings.push(...found.map((finding) => `${name} (${size.width} px, ${colorScheme}): ${finding}`))
      }
      findings.push(...(await windowFindings(page, name)))
    }
    expect(findings).toEqual([])
  })
}

test('what lies below something else, beyond the edge or is cut off is found', async ({ page, rollcall }) => {
  await signIn(page, rollcall, rollcall.account('viewer'))
  await page.evaluate(() => {
    const place = (name: string, left: number, width: number) => {
      const button = document.createElement('button')
      button.textContent = name
      Object.assign(button.style, { position: 'absolute', top: '300px', left: `${left}px`, width: `${width}px` })
      Object.assign(button.style, { zIndex: '99', overflow: 'hidden', whiteSpace: 'nowrap' })
      document.body.appendChild(document.createElement('div')).append(button)
    }
    place('Below', 300, 200)
    place('Above', 310, 190)
    place('Beyond', innerWidth - 20, 200)
    place('Words that need more room than this', 600, 60)
  })
  expect(await layoutFindings(page)).toEqual([
    'button "Below" lies below button "Above"',
    expect.stringContaining('button "Beyond" lies beyond the edge'),
    'button "Words that need more room than this" is cut off',
  ])
})
