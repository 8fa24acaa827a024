// What can be done with several rows at once: named before it is done, and told afterwards how many it worked for. Shown by BulkBar.vue.
import type { BatchResult } from '@rollcall/contracts/list'
import type { z } from 'zod'
import type { Action } from '../action/action.ts'
import type { FormField, FormValues } from '../form/form-field.ts'
import type { EachResult } from './each-of.ts'

export type BulkAction = Pick<Action, 'label' | 'row' | 'danger'> & { readonly icon: string } & {
  /** Of the dialog before it; `count` is "12 people". Without one it is done at once. */
  readonly title?: (count: string) => string
  readonly description?: string
  /** Of the button; the label when absent. */
  readonly verb?: string
  /** What was done, for the note afterwards: "deleted". */
  readonly done: string
  readonly fields?: () => Promise<readonly FormField[]>
  readonly run: (ids: string[], values: FormValues) => Promise<EachResult>
}

export function batchResult({ updated, failed }: z.infer<typeof BatchResult>): EachResult {
  return { done: updated, failed: failed.map(({ reason }) => reason) }
}
