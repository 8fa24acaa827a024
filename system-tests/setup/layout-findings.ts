// Whether what can be pressed on a page can be reached: nothing beyond the edge of the window, nothing below something else that can be
// pressed, no word on a button cut off.
import type { Page } from '@playwright/test'

/** What is wrong, as sentences. */
export function layoutFindings(page: Page): Promise<string[]> {
  return page.evaluate(lookAtControls)
}

/** Runs in the page. */
function lookAtControls(): string[] {
  const pressable = 'a[href], button, input, select, textarea, [role="button"], [role="combobox"], [role="switch"]'
  const found: string[] = []
  const nameOf = (one: Element) =>
    `${one.localName} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`
  /** What of an element is seen, inside everything around it that scrolls or cuts; null: nothing, or only for readers. */
  const seenPart = (one: Element): DOMRect | null => {
    const box = one.getBoundingClientRect()
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
    const hidden = !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    // `sr-only` is there for readers.
    if (box.width < 4 || box.height < 4 || hidden || getComputedStyle(one).clipPath !== 'none') return null
    for (let around = one.parentElement; around; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = around.getBoundingClientRect()
      if (style.overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    return right - left < 4 || bottom - top < 4 ? null : new DOMRect(left, top, right - left, bottom - top)
  }
  const scrollsSideways = (one: Element): boolean => {
    for (let around = one.parentElement; around; around = around.parentElement)
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth) return true
    return false
  }
  /** What stays in its place while the rest scrolls below it. */
  const stays = (one: Element): boolean => {
    for (let around: Element | null = one; around; around = around.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(around).position)) return true
    return false
  }
  for (const one of document.querySelectorAll<HTMLElement>(pressable)) {
    // What lies on a map is moved from under its buttons with the map.
    if (one.closest('.leaflet-container')) continue
    const part = seenPart(one)
    if (part === null) continue
    const box = one.getBoundingClientRect()
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrollsSideways(one))
      found.push(`${nameOf(one)} lies beyond the edge, at ${Math.round(box.left)} to ${Math.round(box.right)}`)
    if (
      one.localName === 'button' &&
      one.scrollWidth > one.clientWidth + 2 &&
      getComputedStyle(one).overflowX === 'hidden'
    )
      found.push(`${nameOf(one)} is cut off`)
    const [x, y] = [part.left + part.width / 2, part.top + part.height / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue
    const over = document.elementFromPoint(x, y)?.closest(pressable)
    const isOther = over && over !== one && !over.contains(one) && !one.contains(over)
    // A field and the button inside it, or the words of a box that is ticked, belong together.
    if (isOther && over.parentElement !== one.parentElement && !stays(over))
      found.push(`${nameOf(one)} lies below ${nameOf(over)}`)
  }
  return [...new Set(found)]
}
