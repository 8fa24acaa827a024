// Opens a dialog over whatever page there is, so that a page need not keep what is open and for what. Its events are handed over as
// `onSaved` and the like. The root of the application shows what was opened and closes it when the page changes.
import { useOverlay } from '@nuxt/ui/composables/useOverlay'
import { h, mergeProps } from 'vue'
import type { Component, FunctionalComponent } from 'vue'
import type { FormDialogWords } from '../form/form-dialog.ts'
import FormDialog from '../form/FormDialog.vue'

/** Props of a component, and listeners for its events. */
type PropsOf<C> = C extends abstract new (...args: never[]) => { $props: infer P } ? P : Record<string, unknown>

export function openDialog<C extends Component>(component: C, props: PropsOf<C>): void {
  // Kept in here: the library would make them reactive, and a schema that is a proxy no longer parses.
  const dialog: FunctionalComponent = (_, { attrs }) =>
    h(component, mergeProps(attrs, props as Record<string, unknown>))
  useOverlay().create(dialog, { destroyOnClose: true }).open()
}

/** Names what would happen, and does it only when that is confirmed. */
export function confirmFirst(props: FormDialogWords & { readonly submit: () => Promise<unknown> }): void {
  openDialog(FormDialog, props)
}
