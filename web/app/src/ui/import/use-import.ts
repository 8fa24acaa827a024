// The steps of an import: a file is read and shown, its good rows are sent in parts, and each row is told what became of it.
// Used by ImportDialog.vue.
import { maxBulkRows } from '@rollcall/contracts/list'
import type { BulkResult } from '@rollcall/contracts/list'
import type { z } from 'zod'
import { computed, ref, shallowRef } from 'vue'
import { sentenceFor } from '../../api/problem-error.ts'
import type { FormField } from '../form/form-field.ts'
import { parseCsv } from './csv.ts'
import { importRows } from './import-rows.ts'
import type { ImportTable } from './import-rows.ts'

/** More than a spreadsheet of people has; beyond it a browser's table is of no use. */
const mostRows = 5_000
/** Not more than anybody reads. */
const mostVisible = 100

type ImportOptions = {
  readonly fields: readonly FormField[]
  readonly schema: z.ZodType
  readonly send: (items: never[]) => Promise<z.infer<typeof BulkResult>>
  /** What a row is told that worked: "added". */
  readonly done: string
}

export function useImport({ fields, schema, send, done }: ImportOptions) {
  const table = shallowRef<ImportTable<unknown> | null>(null)
  const problem = ref<string | null>(null)
  /** By line, once the rows were sent. */
  const outcome = shallowRef<ReadonlyMap<number, string> | null>(null)
  const sent = ref(0)
  const busy = ref(false)

  const isFine = (result: string) => result === '' || result === done
  const good = computed(() => table.value?.rows.filter(({ item }) => item !== null) ?? [])
  const refused = computed(() => [...(outcome.value?.values() ?? [])].filter((result) => !isFine(result)).length)
  /** Mistakes first. */
  const visibleRows = computed(() => {
    const rows = table.value?.rows ?? []
    return rows
      .map((row) => ({ ...row, result: outcome.value?.get(row.line) ?? row.mistakes.join(' ') }))
      .toSorted((a, b) => Number(!isFine(b.result)) - Number(!isFine(a.result)))
      .slice(0, mostVisible)
  })

  async function read(file: File): Promise<void> {
    outcome.value = null
    const understood = importRows(parseCsv(await file.text()), fields, schema)
    problem.value = refusal(understood)
    table.value = problem.value === null ? understood : null
  }

  async function submit(): Promise<void> {
    busy.value = true
    problem.value = null
    const results = new Map<number, string>()
    try {
      for (let start = 0; start < good.value.length; start += maxBulkRows) {
        const part = good.value.slice(start, start + maxBulkRows)
        const { rows } = await send(part.map(({ item }) => item as never))
        for (const row of rows) results.set(part[row.index]?.line ?? 0, row.ok ? done : row.message)
        sent.value = start + part.length
      }
    } catch (error) {
      problem.value = `${sentenceFor(error)} ${sent.value} rows had been sent.`
    } finally {
      outcome.value = results
      busy.value = false
    }
  }
  return { table, problem, outcome, sent, busy, good, refused, visibleRows, isFine, read, submit }
}

function refusal({ missing, rows }: ImportTable<unknown>): string | null {
  if (missing.length > 0) return `The first line must name the columns. Not found: ${missing.join(', ')}.`
  if (rows.length === 0) return 'There is no row below the first line.'
  return rows.length > mostRows ? `At most ${mostRows} rows at once; this file has ${rows.length}.` : null
}
