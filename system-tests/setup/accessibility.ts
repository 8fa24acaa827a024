// The automated accessibility check in the page as it is: findings of serious or critical grade, as sentences.
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Structure does not change with the theme; colours do. */
const rules: Record<'light' | 'dark', NonNullable<RunOptions['runOnly']>> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast'] },
}

/** Once per loaded page, before the first check. */
export async function bringChecker(page: Page) {
  await page.evaluate(axe.source)
}

/** In both themes. `within`: a selector, when only what has been opened is of interest. */
export async function accessibilityFindings(page: Page, name: string, within?: string): Promise<string[]> {
  const findings: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const options: RunOptions = { resultTypes: ['violations'], runOnly: rules[scheme] }
    const violations = await page.evaluate(
      async ([how, where]) => {
        const { axe: checker } = globalThis as unknown as { axe: typeof axe }
        // What is fading in or out has the colours of neither state.
        const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        await Promise.allSettled(ending.map(({ finished }) => finished))
        const found = await checker.run(where ? { include: [where] } : document, how)
        return found.violations.map(({ id, impact, nodes }) => ({
          id,
          impact,
          places: nodes.map(({ target }) => target.join(' ')),
        }))
      },
      [options, within] as const,
    )
    for (const { id, impact, places } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      findings.push(`${name} (${scheme}): ${id}, ${places.slice(0, 3).join('; ')}`)
    }
  }
  return findings
}
