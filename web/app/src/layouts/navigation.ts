// What the rail, the bottom bar and the search offer: the pages of features.ts that have a place in the menu, in groups.
import type { RouteRecordRaw } from 'vue-router'
import { routes } from '../features.ts'
import type { MenuGroup } from '../feature-pages.ts'
import type { PageTitle } from '../page-titles.ts'
import { permitted } from '../session/permission-guard.ts'
import type { PermissionMeta } from '../session/permission-guard.ts'

export type MenuPage = PermissionMeta & {
  readonly route: string
  readonly label: PageTitle
  readonly icon: string
  readonly group: MenuGroup
}
export type MenuSection = { readonly name: MenuGroup; readonly pages: readonly MenuPage[] }

const groups: readonly MenuGroup[] = ['Now', 'Equipment', 'Site', 'Administration']
const menu = routes.flatMap(menuPages)

function menuPages({ name, meta, children = [] }: RouteRecordRaw): MenuPage[] {
  const below = children.flatMap(menuPages)
  if (!meta?.icon || !meta.group || typeof name !== 'string') return below
  const { title: label, icon, group, permissions, permissionsAny } = meta
  return [{ route: name, label, icon, group, permissions, permissionsAny }, ...below]
}

const owners = new Map(routes.flatMap((record) => ownersIn(record)))

/** Pages without a sign of their own belong to the first page of the menu beside them: a receiver to the receivers. */
function ownersIn(record: RouteRecordRaw, first?: string): [string, string][] {
  const own = menuPages(record)[0]?.route
  const owner = record.children ? (own ?? first) : record.meta?.icon ? own : first
  const below = (record.children ?? []).flatMap((child) => ownersIn(child, owner))
  return typeof record.name === 'string' && owner ? [[record.name, owner], ...below] : below
}

/** The one page of the menu that is marked while the page of this name is open. */
export function markedPage(name: unknown): string | undefined {
  return owners.get(String(name))
}

/** The bottom bar holds five: with more pages the fifth is "More", which opens the rest. */
export function bottomBar(held: ReadonlySet<string>): { readonly bar: MenuPage[]; readonly more: MenuSection[] } {
  const all = menuFor(held)
  const bar = all.length <= 5 ? all : all.slice(0, 4)
  return { bar, more: inSections(all.filter((page) => !bar.includes(page))) }
}

/** Only what may be opened. */
export function menuFor(held: ReadonlySet<string>): MenuPage[] {
  return sectionsFor(held).flatMap(({ pages }) => pages)
}

export function sectionsFor(held: ReadonlySet<string>): MenuSection[] {
  return inSections(menu.filter((page) => permitted(page, held)))
}

/** A group without a page is not named. */
function inSections(pages: readonly MenuPage[]): MenuSection[] {
  const sections = groups.map((name) => ({ name, pages: pages.filter(({ group }) => group === name) }))
  return sections.filter((section) => section.pages.length > 0)
}
