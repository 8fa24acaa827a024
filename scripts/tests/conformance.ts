// Reads the clauses (docs/specification/clauses.md) and the marks at the tests that hold them: a line `// holds spec 2.1-9; rules 2-1`
// right above a test. Used by conformance.test.ts, which makes docs/conformance.md of both.
import ts from 'typescript'
import type { Source } from './sources.ts'

export type Clause = {
  /** As a mark names it: "spec 2.1-9". */
  readonly id: string
  /** "spec 2.1", a heading of the list. */
  readonly section: string
  readonly text: string
}

export type Mark = {
  readonly clause: string
  readonly path: string
  /** Of the test, with what it stands in; null: the mark is above no test. */
  readonly test: string | null
}

export function clausesOf(page: string): Clause[] {
  let section = ''
  return page.split('\n').flatMap((line) => {
    section = line.match(/^## (.+)$/)?.[1] ?? section
    const [, number, text = ''] = line.match(/^(\d+)\. (.+)$/) ?? []
    return number ? [{ id: `${section}-${number}`, section, text }] : []
  })
}

const markLine = /^\s*\/\/ holds (.+)$/

/** Every mark of a test file, wherever it stands. */
export function marksOf({ path, text }: Source): Mark[] {
  if (!/^\s*\/\/ holds /m.test(text)) return []
  const lines = text.split('\n')
  const titles = titlesByLine(path, text)
  return lines.flatMap((line, at) => {
    const list = line.match(markLine)?.[1]
    if (list === undefined) return []
    const below = lines.findIndex((other, index) => index > at && !markLine.test(other))
    return namedIn(list).map((clause) => ({ clause, path, test: titles.get(below) ?? null }))
  })
}

/** "spec 2.1-9, 3-1; rules 2-4" → ["spec 2.1-9", "spec 3-1", "rules 2-4"]. */
function namedIn(list: string): string[] {
  return list.split('; ').flatMap((part) => {
    const [, book = '', rest = ''] = part.match(/^(\w+) (.+)$/) ?? []
    return rest.split(', ').map((number) => `${book} ${number}`)
  })
}

/** The line on which a test begins → its title. */
function titlesByLine(path: string, text: string): Map<number, string> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, string>()
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const kind = ts.isCallExpression(node) ? kindOf(node) : null
    if (kind === null || !ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, around))
    const title = kind === 'itHolds' ? 'each of its cases' : titleOf(node)
    const inside = [...around, ...(title === null ? [] : [title])]
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line
    if (kind !== 'describe' && title !== null && !found.has(line)) found.set(line, inside.join(' '))
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(file, [])
  return found
}

/** `it`, `it.each(…)`, `test.skipIf(…)` and the like count by the name they begin with. */
function kindOf({ expression }: ts.CallExpression): 'describe' | 'itHolds' | 'test' | null {
  let name: ts.Expression = expression
  let isDescribe = false
  for (;;) {
    if (ts.isCallExpression(name)) name = name.expression
    else if (ts.isPropertyAccessExpression(name)) {
      isDescribe ||= name.name.text === 'describe'
      name = name.expression
    } else break
  }
  if (!ts.isIdentifier(name)) return null
  if (name.text === 'describe' || isDescribe) return 'describe'
  return name.text === 'itHolds' ? 'itHolds' : name.text === 'it' || name.text === 'test' ? 'test' : null
}

function titleOf({ arguments: [first] }: ts.CallExpression): string | null {
  if (first === undefined) return null
  if (ts.isStringLiteralLike(first)) return first.text
  return ts.isTemplateExpression(first) ? first.getText().slice(1, -1) : null
}
