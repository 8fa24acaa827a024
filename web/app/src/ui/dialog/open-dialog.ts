// Opens a dialog over whatever page there is, so that a page need not keep what is open and for what. Its events are handed over as
// `onSaved` and the like. The root of the application shows what was opened and closes it when the page changes.
import { useOverlay } from '@nuxt/ui/composables/useOverlay'
import type { Component } from 'vue'
import FormDialog from '../form/FormDialog.vue'

/** Props of a component, and listeners for its events. */
type PropsOf<C> = C extends abstract new (...args: never[]) => { $props: infer P } ? P : Record<string, unknown>

export function openDialog<C extends Component>(component: C, props: PropsOf<C>): void {
  useOverlay()
    .create(component, { destroyOnClose: true })
    .open(props as never)
}

/** Names what would happen, and does it only when that is confirmed. */
export function confirmFirst(props: {
  readonly title: string
  readonly description: string
  readonly verb: string
  readonly danger?: boolean
  readonly submit: () => Promise<unknown>
}): void {
  openDialog(FormDialog, props)
}
