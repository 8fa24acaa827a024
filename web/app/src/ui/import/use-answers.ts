// Sends the rows of an import in parts, to be looked at or to be written, and keeps what the server says of each. Used by use-import.ts.
import { maxBulkRows } from '@rollcall/contracts/list'
import type { BulkResult } from '@rollcall/contracts/list'
import type { z } from 'zod'
import { ref, shallowRef } from 'vue'
import { noteWords } from '../../api/notes/note-words.ts'
import { ProblemError, sentenceFor } from '../../api/problem-error.ts'
import type { FormField } from '../form/form-field.ts'
import { fieldOf, type ImportRow, type Mistake } from './import-rows.ts'
import { t } from './texts.ts'

export type SendOptions = {
  readonly preview: boolean
  readonly importId: string
  readonly fileName: string
  /** Whether what nobody knows yet by its name is created. */
  readonly createNew: boolean
}
export type Send = (items: never[], options: SendOptions) => Promise<z.infer<typeof BulkResult>>

/** What the server says of a row. */
export type Answer = {
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'refused'
  readonly mistake: Mistake | null
}

export function useAnswers(fields: readonly FormField[], send: Send) {
  /** By line. */
  const answers = shallowRef<ReadonlyMap<number, Answer>>(new Map())
  const problem = ref<string | null>(null)
  const sent = ref(0)
  const toSend = ref(0)
  const busy = ref(false)

  async function inParts(asked: readonly ImportRow[], options: SendOptions): Promise<void> {
    busy.value = true
    problem.value = null
    sent.value = 0
    toSend.value = asked.length
    try {
      for (let start = 0; start < asked.length; start += maxBulkRows) {
        const part = asked.slice(start, start + maxBulkRows)
        const { rows: told } = await send(
          part.map(({ item }) => item as never),
          options,
        )
        const next = new Map(answers.value)
        for (const row of told) next.set(part[row.index]?.line ?? 0, answerOf(row))
        answers.value = next
        sent.value = start + part.length
      }
    } catch (error) {
      problem.value = options.preview
        ? sentenceFor(error)
        : `${sentenceFor(error)} ${t('rowsWereSent', { number: sent.value })}`
    } finally {
      busy.value = false
    }
  }

  function answerOf(row: z.infer<typeof BulkResult>['rows'][number]): Answer {
    if (row.ok) return { outcome: row.outcome, mistake: null }
    return { outcome: 'refused', mistake: { key: fieldOf(fields, row.path), message: refusedWords(row) } }
  }
  return { answers, problem, sent, toSend, busy, inParts }
}

type RefusedRow = Extract<z.infer<typeof BulkResult>['rows'][number], { ok: false }>

function refusedWords({ note, code, message }: RefusedRow): string {
  return note ? noteWords(note) : sentenceFor(new ProblemError({ code, message, status: 400 }))
}
