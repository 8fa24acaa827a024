// Finds the contract row of a method and a path (spec 4.2). Fixed segments win over parameters; every method has its own tree,
// so that `PUT /api/users/roles` is still the row `PUT /api/users/{id}`. Segments are compared raw: paths are canonical here.
import type { Endpoint } from '@rollcall/contracts/endpoint'

type Branch = { readonly fixed: Map<string, Branch>; parameter: Branch | null; row: Endpoint | null }

export type RowTable = (method: string, path: string) => Endpoint | null

export function createRowTable(rows: readonly Endpoint[]): RowTable {
  const trees = new Map<string, Branch>()
  for (const row of rows) {
    const tree = trees.get(row.method) ?? branch()
    trees.set(row.method, tree)
    plant(tree, row)
  }
  return (method, path) => {
    const tree = trees.get(method === 'HEAD' ? 'GET' : method)
    return tree === undefined ? null : find(tree, path.slice(1).split('/'), 0)
  }
}

function branch(): Branch {
  return { fixed: new Map(), parameter: null, row: null }
}

function plant(tree: Branch, row: Endpoint): void {
  let at = tree
  for (const segment of row.path.slice(1).split('/')) {
    if (/^\{.+\}$/.test(segment)) {
      at.parameter ??= branch()
      at = at.parameter
    } else {
      const next: Branch = at.fixed.get(segment) ?? branch()
      at.fixed.set(segment, next)
      at = next
    }
  }
  at.row = row
}

function find(at: Branch, segments: readonly string[], depth: number): Endpoint | null {
  const segment = segments[depth]
  if (segment === undefined) return at.row
  const fixed = at.fixed.get(segment)
  const row = fixed ? find(fixed, segments, depth + 1) : null
  if (row !== null || at.parameter === null || segment === '') return row
  return find(at.parameter, segments, depth + 1)
}
