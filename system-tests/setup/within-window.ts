// Whether a page stays within its window: every area of it is scrolled to its end and past it, with the wheel and with the keyboard,
// and then the document must be no larger than the window and the frame in its place.
import type { Page } from '@playwright/test'

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** What is wrong, as sentences. */
export async function windowFindings(page: Page, name: string): Promise<string[]> {
  const size = page.viewportSize() ?? desktop
  await page.evaluate(scrollEverythingToItsEnd)
  // What is left over when an area is at its end is handed to the document around it.
  await page.mouse.move(size.width * 0.6, size.height * 0.5)
  await page.mouse.wheel(0, 20_000)
  await page.evaluate(() => document.querySelector<HTMLElement>('[role="dialog"], main')?.focus())
  await page.keyboard.press('End')
  const findings = await page.evaluate(lookAtTheWindow)
  return findings.map((finding) => `${name} (${size.width} × ${size.height}): ${finding}`)
}

/** Runs in the page. */
function scrollEverythingToItsEnd(): void {
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    if (element.scrollHeight <= element.clientHeight || element.clientHeight === 0) continue
    if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue
    element.scrollTop = element.scrollHeight
  }
}

/** Runs in the page, after two frames: scrolling is seen in the next one. */
async function lookAtTheWindow(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  const { scrollHeight, scrollWidth } = document.documentElement
  const found: string[] = []
  if (scrollHeight > innerHeight) found.push(`the document is ${scrollHeight} px high`)
  if (scrollWidth > innerWidth) found.push(`the document is ${scrollWidth} px wide`)
  if (scrollX !== 0 || scrollY !== 0) found.push(`the document is scrolled to ${scrollX}, ${scrollY}`)
  const menu = document.querySelector('#app nav[data-pages]')
  const frame = menu ? [menu, ...document.querySelectorAll('#app header')] : []
  for (const part of frame.filter((one) => !one.closest('main'))) {
    const { top, bottom, left, right } = part.getBoundingClientRect()
    if (top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5)
      found.push(`${part.localName} of the frame lies at ${left}, ${top} to ${right}, ${bottom}`)
  }
  const main = document.querySelector('main')
  const end = main?.getBoundingClientRect().bottom ?? 0
  if (end > innerHeight + 0.5) found.push(`the page ends at ${end}, out of reach`)
  if (main && main.scrollWidth > main.clientWidth)
    found.push(`the page is ${main.scrollWidth - main.clientWidth} px too wide`)
  // What stays at the lower edge while the rest scrolls must leave the end free. (What opens covers the page, and may.)
  const texts = document.createTreeWalker(main ?? document.createElement('main'), NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (!document.querySelector('[role="dialog"], [role="menu"]') && texts.nextNode()) {
    const [text, holder] = [texts.currentNode.textContent?.trim(), texts.currentNode.parentElement]
    range.selectNodeContents(texts.currentNode)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    const middle = (top + bottom) / 2
    if (!text || !holder || middle < innerHeight / 2 || middle >= innerHeight) continue
    for (let over = document.elementFromPoint((left + right) / 2, middle); over; over = over.parentElement) {
      // A note goes by itself.
      if (over.contains(holder) || over.closest('[aria-label^="Notifications"]')) break
      if (!/sticky|fixed/.test(getComputedStyle(over).position)) continue
      found.push(`"${text.slice(0, 40)}" ends below ${over.localName}.${over.className}`)
      break
    }
  }
  return found
}
