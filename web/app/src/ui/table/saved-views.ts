// Saved views of one list: which of them there are, and which is open. Used by ListMenu.vue and SavedViews.vue.
import type { SavedView } from '@rollcall/contracts/domains/saved-views'

/** In the order of the server: by name. */
export function viewsOf(all: readonly SavedView[], list: string): readonly SavedView[] {
  return all.filter((view) => view.list === list)
}

/** The one whose question is asked, word for word. */
export function openView(views: readonly SavedView[], asked: Readonly<Record<string, string>>): SavedView | null {
  const said = wordsOf(asked)
  return views.find(({ query }) => wordsOf(query) === said) ?? null
}

const wordsOf = (query: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)))
