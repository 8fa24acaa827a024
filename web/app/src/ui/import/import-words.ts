// How an import speaks: what would become of the rows, and what became of them. Used by ImportDialog.vue.
import type { ImportRow } from './import-rows.ts'
import type { Answer } from './use-answers.ts'
import type { useImport } from './use-import.ts'
import { t } from './texts.ts'

const order = { refused: 0, changed: 1, created: 2, unchanged: 3 } as const

/** Changes first; mistakes have a list of their own. */
export function arrangedRows(
  rows: readonly ImportRow[],
  answers: ReadonlyMap<number, Answer>,
  leftOut: ReadonlySet<number>,
): ImportRow[] {
  const rank = ({ line }: ImportRow) => (leftOut.has(line) ? 4 : order[answers.get(line)?.outcome ?? 'refused'])
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line)
}

type Counts = ReturnType<typeof useImport>['counts']['value']
type Said = {
  readonly rows: number
  readonly good: number
  readonly previews: boolean
  readonly isDone: boolean
  readonly words: { readonly done: string }
}

/** "12 new, 3 changed, 40 as they are, 2 with mistakes." */
export function countsSentence(
  { created, changed, unchanged, wrong, leftOut }: Counts,
  { rows, good, previews, isDone, words }: Said,
): string {
  const more = [
    ...(wrong > 0 ? [t('withMistakes', { number: wrong })] : []),
    ...(leftOut > 0 ? [t('leftOutCount', { number: leftOut })] : []),
  ]
  if (!previews) {
    const { done } = words
    const sentence = isDone ? t('doneOf', { created, rows, done }) : t('canBeDone', { good, rows, done })
    return `${[sentence, ...more].join(', ')}.`
  }
  const parts = isDone
    ? [t('added', { number: created }), t('changedCount', { number: changed })]
    : [
        t('newCount', { number: created }),
        t('changedCount', { number: changed }),
        t('asTheyAre', { number: unchanged }),
      ]
  return `${[...parts, ...more].join(', ')}.`
}

/** What stands beside a row. */
export function rowWord(
  { answers, leftOut, isDone }: Pick<ReturnType<typeof useImport>, 'answers' | 'leftOut' | 'isDone'>,
  { line, mistakes }: ImportRow,
  done: string,
): { readonly word: string; readonly tone: string } {
  if (leftOut.value.has(line)) return { word: t('leftOut'), tone: 'text-muted' }
  const answer = answers.value.get(line)
  if (mistakes.length > 0 || answer?.mistake) return { word: t('mistake'), tone: 'text-error' }
  if (!answer) return { word: t('ready'), tone: 'text-muted' }
  const told = {
    created: isDone.value ? done : t('new'),
    changed: t('changed'),
    unchanged: t('asItIs'),
    refused: t('mistake'),
  }
  return { word: told[answer.outcome], tone: answer.outcome === 'unchanged' ? 'text-muted' : 'text-success' }
}
