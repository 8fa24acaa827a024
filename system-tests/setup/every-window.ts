// One page in windows from a phone to a wall: made larger and smaller in place, as a person does, and much faster than opening it ten times.
// Each page is looked at in three of them, in the light theme, and in one more, in the dark one; with EVERY_WINDOW=1 in all of them and in
// both themes, and with EVERY_WINDOW=390,768 in these.
import { expect, type Page } from '@playwright/test'
import { accessibilityFindings, type Theme } from './accessibility.ts'
import { layoutFindings } from './layout-findings.ts'
import { phone, windowFindings } from './within-window.ts'

const themes = ['light', 'dark'] as const
type Size = { readonly width: number; readonly height: number }
export type Look = { readonly size: Size; readonly themes: readonly Theme[] }

const wall = { width: 1920, height: 1080 }
const small = { width: 1024, height: 768 }
const windows = [wall, { width: 1440, height: 900 }, small, { width: 768, height: 1024 }, phone]
/** In the dark theme by turns. */
const byTurns = [wall, small, phone]

/** For one test of the walk; in all windows each takes minutes on a quiet machine, and far longer on a busy one. */
export const longEnoughMs = process.env['EVERY_WINDOW'] ? 3_600_000 : 360_000

/** How the page is looked at that is the nth, from the wall down. */
export function looksOf(nth: number): Look[] {
  const asked = process.env['EVERY_WINDOW']
  if (asked === '1') return windows.map((size) => ({ size, themes }))
  if (asked) return windows.filter(({ width }) => asked.includes(String(width))).map((size) => ({ size, themes }))
  const dark = byTurns[nth % byTurns.length]
  return windows.flatMap((size) => {
    const seen = themes.filter((theme) => (theme === 'dark' ? size === dark : size !== wall && size !== small))
    return seen.length > 0 ? [{ size, themes: seen }] : []
  })
}

/** On a phone the frame is another, and what is open on a page is closed when it changes. */
export const isPhone = ({ size }: Look) => size === phone

/** What is wrong, as sentences, going on from the window that the page is in. `within`: when only what has been opened is of interest. */
export async function findingsIn(page: Page, name: string, looks: readonly Look[], within?: string): Promise<string[]> {
  const findings: string[] = []
  const hand = await page.context().newCDPSession(page)
  const isAtEnd = (page.viewportSize()?.width ?? 0) <= (looks.at(-1)?.size.width ?? 0)
  for (const look of isAtEnd ? looks.toReversed() : looks) {
    const { size } = look
    await hand.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone(look) })
    await page.setViewportSize(size)
    await settled(page)
    const at = `${name}, ${size.width} px`
    findings.push(...(await accessibilityFindings(page, at, { within, themes: look.themes })))
    // What lies where does not change with the theme.
    const found = await layoutFindings(page, { ...(within && { within }), leastPx: isPhone(look) ? 44 : 0 })
    findings.push(...found.map((finding) => `${at}: ${finding}`))
    findings.push(...(await windowFindings(page, name)))
  }
  await hand.detach()
  return findings
}

/** A phone has another frame than a desktop, and the page is made anew in it. */
async function settled(page: Page) {
  await expect(page.locator('.animate-pulse, main [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // As somebody comes to it: what is scrolled lies half below what stays.
  await page.evaluate(() => document.querySelectorAll('*').forEach((one) => (one.scrollTop = 0)))
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
