// Saved views of lists: each account has its own (contracts: saved-views).
import {
  maxSavedViews,
  type savedViews,
  type SavedViewChange,
  type SavedViewCreate,
} from '@rollcall/contracts/domains/saved-views'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import { lockRow } from '../../database/row-queries.ts'
import type { Context } from '../../http/context.ts'
import { refuseField } from '../../http/refusal.ts'
import { resource } from '../resource.ts'
import { countSavedViews, findSavedView, listSavedViews } from './saved-view-queries.ts'

const { create, change, remove } = resource({
  table: 'savedViews',
  find: (db, id, { user }) => findSavedView(db, id, user.id),
  insert: async ({ query, ...body }: z.output<typeof SavedViewCreate>, { tx, context: { user } }) => {
    // Two at the same moment take turns, or both would be the last.
    await lockRow(tx, 'users', user.id)
    if ((await countSavedViews(tx, user.id)) >= maxSavedViews) {
      refuseField('name', 'views_full', { number: maxSavedViews })
    }
    return { ...body, query: JSON.stringify(query), userId: user.id }
  },
  update: ({ query, ...body }: z.output<typeof SavedViewChange>) => ({
    ...body,
    ...(query && { query: JSON.stringify(query) }),
  }),
})

export const savedViewHandlers: Handlers<typeof savedViews, Context> = {
  list: ({ context: { db, user } }) => listSavedViews(db, user.id),
  create,
  change,
  remove,
}
