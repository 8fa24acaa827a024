// The pages of a feature, one to a line: address, name for links, title, component, and the permissions that open it. Used by the
// routes.ts of every feature; features.ts lists them.
import type { Permission } from '@rollcall/contracts/permissions'
import type { RouteMeta, RouteRecordRaw, RouteRecordSingleView } from 'vue-router'
import type { PageTitle } from './page-titles.ts'

export type MenuGroup = Extract<PageTitle, 'Now' | 'Equipment' | 'Site' | 'Administration'>

declare module 'vue-router' {
  interface RouteMeta {
    /** In English; shown by titleText. */
    title: PageTitle
    /** Visible without a session. */
    open?: boolean
    /** 'plain' pages stand alone; 'wide' ones (maps, boards) use the whole width; others are at most 1,440 px wide. */
    frame?: 'plain' | 'wide'
    /** Its sign in the menu; absent: reached from other pages only. */
    icon?: string
    /** The part of the menu that has the feature's pages. */
    group?: MenuGroup
    permissions?: readonly Permission[]
    permissionsAny?: readonly Permission[]
  }
}

/** `needs`: all of these, or any of them. `rest`: its icon in the menu, another frame, or that everybody may open it. */
export function page(
  path: string,
  name: string,
  title: PageTitle,
  component: () => Promise<unknown>,
  needs: readonly Permission[] | { readonly any: readonly Permission[] },
  rest: Omit<RouteMeta, 'title' | 'permissions' | 'permissionsAny' | 'group'> = {},
): RouteRecordSingleView {
  const access = 'any' in needs ? { permissionsAny: needs.any } : { permissions: needs }
  return { path, name, component, props: true, meta: { ...rest, ...access, title } }
}

/** Pages whose addresses begin alike: the menu marks the first while one without a sign of its own is open. */
export function pagesBelow(path: string, children: RouteRecordRaw[]): RouteRecordRaw {
  return { path, children }
}

/** Pages of one feature, in its part of the menu. */
export function inMenu(group: MenuGroup, pages: readonly RouteRecordRaw[]): RouteRecordRaw[] {
  return pages.map((one) => {
    const children = one.children ? { children: inMenu(group, one.children) } : {}
    return { ...one, ...children, ...(one.meta ? { meta: { ...one.meta, group } } : {}) } as RouteRecordRaw
  })
}
