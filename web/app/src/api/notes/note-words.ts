// A note on a field in the language of the page: by its code, with its values; one that is not known here, as it came.
import { isNote } from '@rollcall/contracts/notes'
import type { NoteCode } from '@rollcall/contracts/notes'
import type { Issue } from '@rollcall/contracts/problems'
import { t } from './texts.ts'

export function noteWords({ message, code, values }: Omit<Issue, 'path'>): string {
  return isNote(code) ? (t as (code: NoteCode, values?: Issue['values']) => string)(code, values) : message
}
