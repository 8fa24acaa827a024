// The steps of an import: a file is read, its columns are recognised, the server says what would become of each row, mistakes are mended
// in place, the rows are sent in parts, and each is told what became of it. Used by ImportDialog.vue.
import type { z } from 'zod'
import { computed, ref, shallowRef } from 'vue'
import type { FormField } from '../form/form-field.ts'
import { headingLine, recognised, textsOf, type Columns } from './import-columns.ts'
import { importRow, newNames, type ImportRow } from './import-rows.ts'
import { readTable } from './read-table.ts'
import { useAnswers, type Send } from './use-answers.ts'
import { useOutcomes } from './use-outcomes.ts'
import { t } from './texts.ts'

/** More than a spreadsheet of people has; beyond it a browser's table is of no use. */
const mostRows = 5_000

export type ImportOptions = {
  readonly fields: readonly FormField[]
  readonly schema: z.ZodType
  /** Fields without a column of which nothing can be done; of what is previewed, the first is its number. */
  readonly needed: readonly string[]
  /** False: the server is not asked beforehand. */
  readonly previews: boolean
  readonly send: Send
}

// Long because every step of an import changes the same few things.
export function useImport({ fields, schema, needed, previews, send }: ImportOptions) {
  const cells = shallowRef<readonly (readonly string[])[]>([])
  const head = shallowRef<readonly string[]>([])
  const firstLine = ref(0)
  const columns = shallowRef<Columns>([])
  const rows = shallowRef<readonly ImportRow[]>([])
  const { answers, problem, sent, toSend, busy, inParts } = useAnswers(fields, send)
  const leftOut = shallowRef<ReadonlySet<number>>(new Set())
  const fileName = ref('')
  const createNew = ref(false)
  const isDone = ref(false)
  let importId = crypto.randomUUID()

  const missing = computed(() => needed.filter((key) => !columns.value.some((target) => target.split('/')[0] === key)))
  const unknown = computed(() => newNames(rows.value, fields))
  const number = previews ? needed[0] : undefined
  const { doubled, isOut, wrong, counts, good } = useOutcomes({ rows, answers, leftOut, number, previews })

  async function read(file: File): Promise<void> {
    problem.value = null
    try {
      const table = await readTable(file)
      const at = headingLine(table, fields)
      const body = table.slice(at + 1)
      if (!body.some(hasText)) throw new Error(t('noRow'))
      const { length } = body.filter(hasText)
      if (length > mostRows) throw new Error(t('mostRows', { most: mostRows, rows: length }))
      fileName.value = file.name.slice(0, 200)
      importId = crypto.randomUUID()
      head.value = table[at] ?? []
      firstLine.value = at + 2
      cells.value = body
      isDone.value = false
      await setColumns(recognised(head.value, fields))
    } catch (error) {
      cells.value = []
      problem.value = error instanceof Error ? error.message : t('fileBad')
    }
  }

  async function setColumns(now: Columns): Promise<void> {
    columns.value = now
    leftOut.value = new Set()
    rows.value = cells.value.flatMap((row, at) =>
      hasText(row) ? [importRow(firstLine.value + at, textsOf(now, row), fields, schema)] : [],
    )
    answers.value = new Map()
    await ask(rows.value)
  }

  /** What one cell should say. */
  async function mend(line: number, key: string, text: string): Promise<void> {
    const mended = rows.value.map((row) =>
      row.line === line ? importRow(line, { ...row.texts, [key]: text.trim() }, fields, schema) : row,
    )
    rows.value = mended
    answers.value = new Map([...answers.value].filter(([answered]) => answered !== line))
    await askAgain()
  }
  const leaveOut = async (line: number) => {
    leftOut.value = new Set([...leftOut.value, line])
    await askAgain()
  }
  const setCreateNew = async (creates: boolean) => {
    createNew.value = creates
    await ask(rows.value)
  }

  const options = (preview: boolean) => ({
    preview,
    importId,
    fileName: fileName.value,
    createNew: createNew.value,
  })
  const ask = async (asked: readonly ImportRow[]) => {
    if (previews && missing.value.length === 0)
      await inParts(
        asked.filter(({ item, line }) => item !== null && !doubled.value.has(line)),
        options(true),
      )
  }
  /** What the server has not said yet, because something came between, or another row had the same number. */
  const unasked = computed(() =>
    rows.value.filter(({ item, line }) => item !== null && !isOut(line) && !answers.value.has(line)),
  )
  const askAgain = () => ask(unasked.value)
  async function submit(): Promise<void> {
    await inParts(good.value, options(false))
    isDone.value = problem.value === null
  }

  const again = () => {
    cells.value = []
    rows.value = []
    isDone.value = false
  }
  const state = { rows, head, columns, answers, leftOut, problem, createNew, sent, toSend, busy, isDone }
  const seen = { missing, unknown, unasked, wrong, counts, good, importId: () => importId }
  return { ...state, ...seen, read, setColumns, mend, leaveOut, setCreateNew, askAgain, submit, again }
}

const hasText = (row: readonly string[]) => row.some((cell) => cell !== '')
