// The automated accessibility check in the page as it is: its findings, as sentences.
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

export type Theme = 'light' | 'dark'

/** Structure does not change with the theme; colours do. */
const rules: Record<Theme, NonNullable<RunOptions['runOnly']>> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast'] },
}

/** Once per loaded page, before the first check. */
export async function bringChecker(page: Page) {
  await page.evaluate(axe.source)
}

type Look = { readonly within?: string | undefined; readonly themes?: readonly Theme[] }

/** `within`: a selector, when only what has been opened is of interest. */
export async function accessibilityFindings(page: Page, name: string, look: Look = {}): Promise<string[]> {
  const { within, themes = ['light', 'dark'] } = look
  const findings: string[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const options: RunOptions = { resultTypes: ['violations'], runOnly: rules[theme] }
    const violations = await page.evaluate(
      async ([how, where]) => {
        const { axe: checker } = globalThis as unknown as { axe: typeof axe }
        // What is fading in or out has the colours of neither state.
        const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        await Promise.allSettled(ending.map(({ finished }) => finished))
        const found = await checker.run(where ? { include: [where] } : document, how)
        const places = found.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target }) => ({ id, place: target.join(' ') })),
        )
        // WCAG 2.5.8 excepts what lies on a map, where it must be, however near to the next; what a note covers is free again when it goes,
        // and what lies half outside of what scrolls when it is scrolled to.
        const notes = [...document.querySelectorAll('[aria-label^="Notifications"] li')]
        const isExcepted = (one: Element | null) => {
          if (!one || one.closest('.leaflet-container')) return true
          const { left, right, top, bottom } = one.getBoundingClientRect()
          for (let around = one.parentElement; around; around = around.parentElement) {
            const shown = around.getBoundingClientRect()
            const isCut = top < shown.top || bottom > shown.bottom
            if (isCut && /auto|scroll/.test(getComputedStyle(around).overflowY)) return true
          }
          return notes.some((note) => {
            const over = note.getBoundingClientRect()
            const meet = over.left < right && over.right > left && over.top < bottom && over.bottom > top
            return meet && !note.contains(one)
          })
        }
        return places.filter(({ id, place }) => id !== 'target-size' || !isExcepted(document.querySelector(place)))
      },
      [options, within] as const,
    )
    findings.push(...violations.map(({ id, place }) => `${name} (${theme}): ${id}, ${place}`))
  }
  return findings
}
