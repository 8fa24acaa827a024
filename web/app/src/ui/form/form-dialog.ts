// What a dialog with a form says and does (FormDialog.vue).
export type FormDialogWords = {
  readonly title: string
  readonly description: string
  /** The verb of the button: "Create account". */
  readonly verb: string
  readonly danger?: boolean | undefined
}
