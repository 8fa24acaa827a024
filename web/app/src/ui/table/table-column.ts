// A column of a table, as its page describes it.

export type TableColumn<T> = {
  /** Also the name of the cell's slot, `cell-<key>`. */
  readonly key: string
  readonly label: string
  /** Field the server sorts by; absent: not sortable. */
  readonly sort?: string
  /** What the cell says when its slot is not given. */
  readonly text?: (item: T) => string
}
