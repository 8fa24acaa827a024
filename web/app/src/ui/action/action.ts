// Something that can be done: to a row of a list, to several, to the thing a page is about. Shown as buttons (ActionButtons.vue) or
// in a menu (ActionMenu.vue), and only to those who may; the contract row it calls knows who that is.
import type { Endpoint } from '@rollcall/contracts/endpoint'
import type { RouteLocationRaw } from 'vue-router'

export type Action = {
  readonly label: string
  readonly icon?: string
  /** What it calls; or, where it leads to another page, what that page reads. */
  readonly row?: Pick<Endpoint, 'access'> | undefined
  /** What else must hold: "there is a photo". */
  readonly when?: boolean
  readonly run?: () => unknown
  readonly to?: RouteLocationRaw
  /** It destroys: in red, and last in a menu. */
  readonly danger?: boolean
  /** What the page is for: the one filled button. */
  readonly main?: boolean
  /** Shown as its icon alone; the label is for those who cannot see it. */
  readonly iconOnly?: boolean
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly testid?: string
}

/** `may` is the session's: whether the caller may call a row. */
export function allowedActions<A extends Pick<Action, 'row' | 'when'>>(
  actions: readonly A[],
  may: (row: NonNullable<Action['row']>) => boolean,
): A[] {
  return actions.filter(({ row, when = true }) => when && (row === undefined || may(row)))
}
