// One page in windows from a phone to a wall, in both themes: made larger and smaller in place, as a person does, and much faster than
// opening it ten times.
import { expect, type Page } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { closerFindings } from './closer-findings.ts'
import { phone, windowFindings } from './within-window.ts'

/** EVERY_WINDOW=1: all of them; EVERY_WINDOW=390,768: these. */
const asked = process.env['EVERY_WINDOW'] ?? ''
const isAsked = ({ width }: { width: number }) => asked === '1' || asked.includes(String(width))

/** From the wall down. Those after the phone have one frame: what is open on a page stays open. */
export const largerWindows = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
]
const everyWindow = [...largerWindows, phone]

type Look = { readonly windows?: typeof everyWindow; readonly within?: string }

/** What is wrong, as sentences, going on from the window that the page is in. `within`: when only what has been opened is of interest. */
export async function findingsInWindows(page: Page, name: string, look: Look = {}): Promise<string[]> {
  const { windows = everyWindow, within } = look
  const findings: string[] = []
  const hand = await page.context().newCDPSession(page)
  const isAtEnd = page.viewportSize()?.width === windows.at(-1)?.width
  for (const size of (isAtEnd ? windows.toReversed() : windows).filter(isAsked)) {
    const fingers = size === phone
    await hand.send('Emulation.setTouchEmulationEnabled', { enabled: fingers })
    await page.setViewportSize(size)
    await settled(page)
    const at = `${name}, ${size.width} px`
    findings.push(...(await accessibilityFindings(page, at, within)))
    // What lies where does not change with the theme.
    const found = await closerFindings(page, { ...(within && { within }), leastPx: fingers ? 44 : 0 })
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
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
