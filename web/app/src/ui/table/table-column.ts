// A column of a table, as its page describes it: what is said in its cells, in one of a few ways that look the same everywhere.
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { RouteLocationRaw } from 'vue-router'
import type { MarkerState } from '../position-state.ts'
import type { Tone } from '../StateWord.vue'

/** What a row is called, with a second line, a way to its page and its mark. */
export type NameCell = {
  readonly title: string
  readonly below?: string | null | undefined
  readonly to?: RouteLocationRaw | null | undefined
  readonly mark?: { readonly kind: EntityType; readonly state: MarkerState; readonly photo?: string | null }
}
export type LinkCell = { readonly text: string; readonly to: RouteLocationRaw }

export type TableColumn<T> = {
  /** Also the name of the slot, `cell-<key>`, for what none of the ways below can say. */
  readonly key: string
  readonly label: string
  /** Field the server sorts by; absent: not sortable. */
  readonly sort?: string
  readonly name?: (item: T) => NameCell
  readonly text?: (item: T) => string | null | undefined
  readonly state?: (item: T) => { readonly word: string; readonly tone: Tone }
  readonly time?: (item: T) => string | null
  readonly link?: (item: T) => LinkCell | null
  /** Instead of a time or a link that is not there. */
  readonly none?: string
}

type Headings = Readonly<Record<string, { readonly label: string } | undefined>>

/** Columns whose heading is the label of the field with the same key, unless they give one. */
export function columnsOf<T>(
  words: Headings,
  columns: readonly (Omit<TableColumn<T>, 'label'> & { readonly label?: string })[],
): TableColumn<T>[] {
  return columns.map((column) => ({
    ...column,
    get label() {
      return column.label ?? words[column.key]?.label ?? column.key
    },
  }))
}
