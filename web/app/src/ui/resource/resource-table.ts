// A register as a list shows it: what it holds, how it is asked for, and what its rows say (ResourceList.vue).
import type { Endpoint } from '@rollcall/contracts/endpoint'
import type { Action } from '../action/action.ts'
import type { ListFilter } from '../table/list-filter.ts'
import type { TableColumn } from '../table/table-column.ts'
import type { List } from '../table/use-list.ts'
import type { Resource } from './resource.ts'

export type ResourceTable<T> = {
  readonly resource: Resource<T>
  readonly listRow: Endpoint
  readonly columns: readonly TableColumn<T>[]
  readonly sort: string
  readonly filters?: readonly ListFilter[]
  readonly emptyText: string
  /** Before "Add …". */
  readonly actions?: (list: List<T>) => readonly Action[]
}
