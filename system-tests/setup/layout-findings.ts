// Whether a page can be read and pressed as it lies: no words cut off, unless an ellipsis says so and a title has them whole; nothing that can
// be pressed beyond the edge of the window or over something else that can be pressed; and, for fingers, nothing too small for one.
import type { Page } from '@playwright/test'

type Look = { readonly within: string; readonly leastPx: number }

/** What is wrong, as sentences. `within`: a selector; `leastPx`: how wide and high everything is that can be pressed. */
export async function layoutFindings(
  page: Page,
  { within = 'body', leastPx = 0 }: Partial<Look> = {},
): Promise<string[]> {
  const look = { within, leastPx }
  await page.evaluate(layOutEverything)
  const findings = [...(await page.evaluate(lookAtTexts, look)), ...(await page.evaluate(lookAtControls, look))]
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return findings
}

/** Runs in the page. What is laid out late lies nowhere until it is in sight. */
function layOutEverything(): void {
  const rule = new CSSStyleSheet()
  rule.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(rule)
}

/** Runs in the page. */
function lookAtControls({ within, leastPx }: Look): string[] {
  const pressable = 'a[href], button, input, select, textarea, [role="button"], [role="combobox"], [role="switch"]'
  const found = new Set<string>()
  const nameOf = (one: Element) =>
    `${one.localName} "${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`
  /** Where it lies inside what cuts and scrolls around it; in the area it scrolls with, also what is scrolled away. */
  const placeOf = (one: HTMLElement) => {
    let { left, top, right, bottom } = one.getBoundingClientRect()
    let [area, stays, whole] = [null as Element | null, false, { left, top, right, bottom }]
    for (let around: Element | null = one; around && around.id !== 'app'; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      // What stays in its place while the rest scrolls below it.
      if (!area && /sticky|fixed/.test(position)) stays = true
      if (around === one || (overflowX === 'visible' && overflowY === 'visible')) continue
      if (!area && /auto|scroll/.test(overflowX + overflowY)) [area, whole] = [around, { left, top, right, bottom }]
      const edge = around.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    return { one, area, stays, whole: area ? whole : { left, top, right, bottom }, seen: { left, top, right, bottom } }
  }
  // What lies on a map is moved from under its buttons with the map; what has a `clip-path` is there for readers.
  const isShown = (one: HTMLElement) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest('.leaflet-container') &&
    getComputedStyle(one).clipPath === 'none' &&
    Math.min(one.offsetWidth, one.offsetHeight) > 3
  const all = [...document.querySelectorAll<HTMLElement>(`:is(${within}) :is(${pressable})`)]
  const places = all.filter(isShown).map(placeOf)
  for (const [index, { one, ...at }] of places.entries()) {
    const { left, right, width, height } = one.getBoundingClientRect()
    if ((left < -1 || right > innerWidth + 1) && !at.area)
      found.add(`${nameOf(one)} lies beyond the edge, at ${Math.round(left)} to ${Math.round(right)}`)
    for (const key of one.querySelectorAll('kbd'))
      if (key.getBoundingClientRect().right > right + 1)
        found.add(`the key ${key.textContent} sticks out of ${nameOf(one)}`)
    // What is laid around it to be pressed as well.
    const { content, width: aroundPx } = getComputedStyle(one, '::after')
    const around = content === 'none' ? 0 : Number.parseFloat(aroundPx)
    // The words of what is ticked are pressed as well; a link in a sentence is as high as its line.
    const words = [...((one as HTMLInputElement).labels ?? [])].map((label) => label.getBoundingClientRect())
    const [wide, high] = [words.reduce((sum, label) => sum + label.width, width), words.map((label) => label.height)]
    const least = Math.max(around, Math.min(wide, Math.max(height, ...high)))
    if (getComputedStyle(one).display !== 'inline' && least < leastPx - 0.5)
      found.add(`${nameOf(one)} is ${Math.round(width)} × ${Math.round(height)} px, too small for a finger`)
    for (const other of places.slice(index + 1)) {
      // A field and the buttons inside it belong together.
      const field = one.localName === 'input' ? one.closest('[data-slot="root"]') : null
      if (one.contains(other.one) || field?.contains(other.one) || at.stays !== other.stays) continue
      const [mine, theirs] = at.area === other.area ? [at.whole, other.whole] : [at.seen, other.seen]
      const across = Math.min(mine.right, theirs.right) - Math.max(mine.left, theirs.left)
      const down = Math.min(mine.bottom, theirs.bottom) - Math.max(mine.top, theirs.top)
      if (across > 2 && down > 2) found.add(`${nameOf(one)} and ${nameOf(other.one)} overlap`)
    }
  }
  for (const area of document.querySelectorAll<HTMLElement>(`:is(${within}) *`))
    if (area.scrollWidth > area.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(area).overflowX))
      found.add(
        `${area.localName}.${area.className} is scrolled sideways, by ${area.scrollWidth - area.clientWidth} px`,
      )
  return [...found]
}

/** Runs in the page. */
function lookAtTexts({ within }: Look): string[] {
  const found = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const quoted = (text: string) => `"${text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`
  /** By whom: null when all of it is seen, or can be scrolled to. */
  const cutBy = (holder: Element, text: DOMRect): Element | null => {
    let [across, down, placed] = [true, true, 'static']
    const slack = Number.parseFloat(getComputedStyle(holder).fontSize) / 3
    for (let around: Element | null = holder; around; around = around.parentElement) {
      const { overflowX, overflowY, position, display, clipPath } = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      // For readers only.
      if (clipPath !== 'none' || edge.width < 2) return null
      // What is placed absolutely is cut by what it is placed against.
      const passes = (placed === 'absolute' && position === 'static') || /inline$|contents/.test(display)
      if (passes && around !== holder) continue
      placed = position
      if (/auto|scroll/.test(overflowX)) across = false
      if (/auto|scroll/.test(overflowY)) down = false
      if (across && overflowX !== 'visible' && (text.left < edge.left - 1.5 || text.right > edge.right + 1.5))
        return around
      if (down && overflowY !== 'visible' && (text.top < edge.top - slack || text.bottom > edge.bottom + slack))
        return around
      if (position === 'fixed') break
    }
    return (across && (text.left < -1 || text.right > innerWidth + 1)) || (down && text.bottom > innerHeight + 1)
      ? document.body
      : null
  }
  while (texts.nextNode()) {
    const [text, holder] = [texts.currentNode.textContent ?? '', texts.currentNode.parentElement]
    if (!text.trim() || !holder?.closest(within) || holder.closest('.leaflet-container, option')) continue
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    range.selectNodeContents(texts.currentNode)
    const by = cutBy(holder, range.getBoundingClientRect())
    if (!by) continue
    const { textOverflow, webkitLineClamp } = getComputedStyle(by)
    by.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none')
      found.add(`${quoted(text)} is cut off by ${by.localName}.${by.className}`)
    else if (!by.closest('[title]')) found.add(`${quoted(text)} ends in an ellipsis and has no title`)
  }
  const ink = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll<HTMLInputElement>(`:is(${within}) input[placeholder]`)) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    if (!ink || !field.checkVisibility() || field.value !== '') continue
    ink.font = font
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (ink.measureText(field.placeholder).width > room + 1)
      found.add(`${quoted(field.placeholder)} is cut off in its field`)
  }
  return [...found]
}
