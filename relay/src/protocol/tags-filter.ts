// Filters that a subscriber sets on the tags of publications: a tree of comparisons. Read once at subscribe, asked for each
// publication of the channel.

export type TagsFilter = (tags: Readonly<Record<string, string>>) => boolean

/** A tree from a stranger is checked before it is used. */
const deepest = 16
const mostNodes = 256

const none: Readonly<Record<string, string>> = {}

export function matchesTags(filter: TagsFilter | null, tags: Readonly<Record<string, string>> | undefined): boolean {
  return filter === null || filter(tags ?? none)
}

const withOne: Record<string, (given: string, wanted: string) => boolean> = {
  eq: (given, expected) => given === expected,
  sw: (given, expected) => given.startsWith(expected),
  ew: (given, expected) => given.endsWith(expected),
  ct: (given, expected) => given.includes(expected),
  lt: (given, expected) => difference(given, expected) < 0,
  lte: (given, expected) => difference(given, expected) <= 0,
  gt: (given, expected) => difference(given, expected) > 0,
  gte: (given, expected) => difference(given, expected) >= 0,
}

/** Of a decimal number; longer ones would cost more than a comparison should. */
const mostDigits = 64
/** With so few, a number of the language is exact enough to order them. */
const exactDigits = 15

/** Its sign tells which is larger. NaN, which compares with nothing, when one is no decimal number. */
function difference(one: string, other: string): number {
  const [first, second] = [readDecimal(one), readDecimal(other)]
  if (!first || !second) return NaN
  if (one.length <= exactDigits && other.length <= exactDigits) return Number(one) - Number(other)
  const fractionDigits = Math.max(first.fraction.length, second.fraction.length)
  const [large, small] = [first, second].map(({ sign, whole, fraction }) =>
    BigInt(`${sign}${whole}${fraction.padEnd(fractionDigits, '0')}`),
  ) as [bigint, bigint]
  return large > small ? 1 : large < small ? -1 : 0
}

function readDecimal(text: string): { sign: string; whole: string; fraction: string } | null {
  if (text.length > mostDigits) return null
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  return whole + fraction === '' ? null : { sign: sign === '-' ? '-' : '', whole, fraction }
}

/** Null when the tree is not well formed. */
export function readTagsFilter(tree: unknown): TagsFilter | null {
  const budget = { left: mostNodes }
  return readNode(tree, budget, 0)
}

function readNode(tree: unknown, budget: { left: number }, depth: number): TagsFilter | null {
  if (typeof tree !== 'object' || tree === null || depth > deepest || budget.left-- <= 0) return null
  const { op = '', nodes = [] } = tree as { op?: unknown; nodes?: unknown }
  if (op === '') return readLeaf(tree as Record<string, unknown>)
  if (!Array.isArray(nodes) || nodes.length === 0) return null
  const children = nodes.map((node) => readNode(node, budget, depth + 1))
  const all = children.filter((child) => child !== null)
  if (all.length !== children.length) return null
  if (op === 'and') return (tags) => all.every((child) => child(tags))
  if (op === 'or') return (tags) => all.some((child) => child(tags))
  const [only] = all
  return op === 'not' && all.length === 1 && only ? (tags) => !only(tags) : null
}

function readLeaf({ key = '', cmp, val, vals }: Record<string, unknown>): TagsFilter | null {
  if (typeof key !== 'string' || key === '' || typeof cmp !== 'string') return null
  const given = (tags: Readonly<Record<string, string>>) => (Object.hasOwn(tags, key) ? tags[key] : undefined)
  const hasValue = typeof val === 'string' && val !== ''
  const list = Array.isArray(vals) && vals.every((item) => typeof item === 'string') ? vals : null
  const hasList = list !== null && list.length > 0
  if (cmp === 'ex' || cmp === 'nex') {
    return hasValue || hasList ? null : (tags) => (given(tags) !== undefined) === (cmp === 'ex')
  }
  if (cmp === 'in' || cmp === 'nin') {
    return hasValue || !hasList ? null : (tags) => list.some((item) => item === given(tags)) === (cmp === 'in')
  }
  if (!hasValue || hasList) return null
  if (cmp === 'neq') return (tags) => given(tags) !== val
  const compare = Object.hasOwn(withOne, cmp) ? withOne[cmp] : undefined
  if (!compare) return null
  return (tags) => {
    const value = given(tags)
    return value !== undefined && compare(value, val)
  }
}
