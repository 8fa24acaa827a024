// Lists that were imported (people, receivers, badges, assets), and undoing one as a whole (rules 8). The importing itself is a row of each
// domain.
import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { Nothing } from '../list.ts'

export const ImportKind = z.enum(['people', 'receivers', 'transmitters', 'assets'])
export type ImportKind = z.infer<typeof ImportKind>

export const Import = z.object({
  id: z.uuid(),
  kind: ImportKind,
  fileName: z.string().nullable().describe('As the caller called it.'),
  at: Time.describe('When its first part came.'),
  by: z.string().describe('Display name of whoever imported it.'),
  created: z.number().int().describe('How many it added.'),
  changed: z.number().int().describe('How many it changed.'),
  undoUntil: Time.describe('Until then it can be undone.'),
  undoneAt: Time.nullable().describe('When it was undone; null: it stands.'),
  mayUndo: z.boolean().describe('Whether the caller may undo it now.'),
})
export type Import = z.infer<typeof Import>

export const UndoneImport = z.object({
  undone: z.number().int().describe('Rows that are as they were before.'),
  refused: z
    .array(z.object({ name: z.string(), reason: z.string() }))
    .describe('Rows that stay as they are, because somebody changed or used them since.'),
  left: z.number().int().describe('Rows that were not looked at yet: call again.'),
})

export const imports = {
  list: get('/api/imports', {
    access: 'signed-in',
    query: z.strictObject({ kind: ImportKind }),
    reply: z.array(Import),
    says: 'List imports of the last day, of what the caller may import',
  }),
  undo: post('/api/imports/{id}/undo', Nothing, {
    access: 'signed-in',
    reply: UndoneImport,
    changes: ['people', 'receivers', 'transmitters', 'assets'],
    says: 'Undo an import as a whole, part by part',
  }),
}
