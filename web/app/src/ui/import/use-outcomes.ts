// What becomes of the rows of an import, by what the server and the file itself say of them. Used by use-import.ts.
import { noted } from '@rollcall/contracts/notes'
import { computed, type Ref } from 'vue'
import { noteWords } from '../../api/notes/note-words.ts'
import { doubledLines, type ImportRow, type Mistake } from './import-rows.ts'
import type { Answer } from './use-answers.ts'

type Asked = {
  readonly rows: Readonly<Ref<readonly ImportRow[]>>
  readonly answers: Readonly<Ref<ReadonlyMap<number, Answer>>>
  readonly leftOut: Readonly<Ref<ReadonlySet<number>>>
  /** The field that two rows may not share; none where the server is not asked beforehand. */
  readonly number: string | undefined
  readonly previews: boolean
}

export function useOutcomes({ rows, answers, leftOut, number, previews }: Asked) {
  /** Looked for here: the server sees one part of the file at a time. */
  const doubled = computed(() => doubledLines(rows.value, leftOut.value, number))
  const isOut = (line: number) => leftOut.value.has(line) || doubled.value.has(line)
  const mistakesOf = ({ line, mistakes }: ImportRow): readonly Mistake[] => {
    if (doubled.value.has(line)) return [{ key: number ?? null, message: noteWords(noted('', 'same_row')) }]
    const mistake = answers.value.get(line)?.mistake
    return mistakes.length > 0 ? mistakes : mistake ? [mistake] : []
  }
  const wrong = computed(() =>
    rows.value.flatMap((row) => {
      const mistakes = leftOut.value.has(row.line) ? [] : mistakesOf(row)
      return mistakes.length > 0 ? [{ row, mistakes }] : []
    }),
  )
  const count = (outcome: Answer['outcome']) =>
    rows.value.filter(({ line }) => !isOut(line) && answers.value.get(line)?.outcome === outcome).length
  const counts = computed(() => ({
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    wrong: wrong.value.length,
    leftOut: leftOut.value.size,
  }))
  /** Those that would write something. */
  const good = computed(() =>
    rows.value.filter(({ line, item }) => {
      const outcome = answers.value.get(line)?.outcome
      return item !== null && !isOut(line) && (!previews || outcome === 'created' || outcome === 'changed')
    }),
  )
  return { doubled, isOut, wrong, counts, good }
}
