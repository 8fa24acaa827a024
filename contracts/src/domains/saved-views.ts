// Saved views: what somebody asks of a list again and again, by a name of their own (rules 8, lists). They belong to an account and
// follow it to every machine; nobody sees those of others.
import { z } from 'zod'
import { get, perMinute, post, put, remove } from '../endpoint.ts'
import { changeOf, text } from '../fields.ts'
import { Stored } from '../list.ts'

/** Of one account, in all lists together. */
export const maxSavedViews = 100

/** As the address of the page has it: search, order, filters and columns. */
const ListAddress = z
  .record(z.string().regex(/^[a-zA-Z]{1,40}$/, 'filter_name'), text(500))
  .refine((query) => Object.keys(query).length <= 20, 'at_most_parts')

const fields = {
  name: text(60).describe('What its owner calls it; once in a list.'),
  query: ListAddress.describe('Search, order, filters and columns, as the address of the page has them.'),
}
const list = z
  .string()
  .regex(/^[a-z][a-z-]{0,39}$/, 'page_name')
  .describe('The page of the list, such as people.')

export const SavedView = Stored.extend({ list, ...fields })
export type SavedView = z.infer<typeof SavedView>
export const SavedViewCreate = z.strictObject({ list, ...fields })
export const SavedViewChange = changeOf(fields)

const audit = { resource: 'saved_views' }
export const savedViews = {
  list: get('/api/account/views', {
    access: 'signed-in',
    reply: z.array(SavedView).max(maxSavedViews),
    says: 'List the saved views of your account',
  }),
  create: post('/api/account/views', SavedViewCreate, {
    access: 'signed-in',
    reply: SavedView,
    status: 201,
    limit: perMinute(60),
    changes: [],
    audit,
    says: 'Save what is asked of a list as a view of your own',
  }),
  change: put('/api/account/views/{id}', SavedViewChange, {
    access: 'signed-in',
    reply: SavedView,
    limit: perMinute(60),
    changes: [],
    audit,
    says: 'Rename one of your saved views, or save something else in it',
  }),
  remove: remove('/api/account/views/{id}', {
    access: 'signed-in',
    reply: null,
    changes: [],
    audit,
    says: 'Delete one of your saved views',
  }),
}
