// How grave a warning is, in words; the weather service says it in English.
import { t } from './texts.ts'

/** The gravest first. */
const severityWords: Readonly<Record<string, () => string>> = {
  Extreme: () => t('extreme'),
  Severe: () => t('severe'),
  Moderate: () => t('moderate'),
  Minor: () => t('minor'),
}

/** As the service says it where it uses a word of its own; null where it gives none. */
export function severityWord(severity: string | null): string | null {
  return severity === null ? null : (severityWords[severity]?.() ?? severity)
}

const order = Object.keys(severityWords)
/** Without a word of the service it comes last. */
export const rankOf = (severity: string | null) => (severity === null ? order.length - 1 : order.indexOf(severity))
export const isGrave = (severity: string | null) => severity !== null && [0, 1].includes(order.indexOf(severity))
