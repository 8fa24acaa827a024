// Texts asked for once, when a page is set up or a file is loaded, instead of when they are shown: another language does not reach
// them (LANGUAGES.md 4). A function is taken to be called later, unless it is given to a method of an array or called on the spot; one
// that asks when it is called is itself a way to ask, also for the files that import it, and so is reading from an object with getters
// that ask. For texts-when-shown.test.ts.
import { dirname, join } from 'node:path'
import ts from 'typescript'

export type Script = { readonly path: string; readonly text: string }
type Read = {
  readonly path: string
  readonly file: ts.SourceFile
  /** Functions by their name, getters as `object.name` however deep in it, wherever in the file that is. */
  readonly bodies: ReadonlyMap<string, ts.Node>
  /** What an imported name is: `file#name`. */
  readonly imports: ReadonlyMap<string, string>
}

const calledAtOnce = /^(map|flatMap|filter|find|some|every|reduce|forEach|toSorted|sort|fromEntries|from)$/

/** `asks` are names that always ask, as `file#name`; answers the lines `file: what is asked`. */
export function eagerTexts(scripts: readonly Script[], asks: ReadonlySet<string>): string[] {
  const read = scripts.map(readScript)
  const asking = new Set(asks)
  for (let before = -1; before !== asking.size;) {
    before = asking.size
    for (const one of read)
      for (const [name, body] of one.bodies)
        if (asked(one, body, asking).length > 0)
          asking.add(`${one.path}#${name}`).add(`${one.path}#${name.split('.')[0]}`)
  }
  return read.flatMap((one) => asked(one, one.file, asking).map((what) => `${one.path}: ${what}`))
}

function readScript({ path, text }: Script): Read {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const bodies = new Map<string, ts.Node>()
  const imports = new Map<string, string>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const from = join(dirname(path), node.moduleSpecifier.text)
      const named = node.importClause?.namedBindings
      if (named && ts.isNamedImports(named))
        for (const { name, propertyName } of named.elements)
          imports.set(name.text, `${from}#${(propertyName ?? name).text}`)
    }
    if (ts.isFunctionDeclaration(node) && node.name && node.body && !isAsync(node))
      bodies.set(node.name.text, node.body)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const { name, initializer: value } = node
      if (ts.isArrowFunction(value) && !isAsync(value)) bodies.set(name.text, value.body)
      for (const getter of gettersIn(value)) bodies.set(`${name.text}.${getter.name.getText()}`, getter.body ?? getter)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { path, file, bodies, imports }
}

/** What it says when it fails is said then. */
const isAsync = (node: ts.FunctionLikeDeclaration) =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false

function gettersIn(value: ts.Node): ts.GetAccessorDeclaration[] {
  if (ts.isGetAccessor(value)) return [value]
  if (ts.isCallExpression(value) || ts.isFunctionLike(value)) return []
  const found: ts.GetAccessorDeclaration[] = []
  ts.forEachChild(value, (child) => void found.push(...gettersIn(child)))
  return found
}

/** What is asked while this runs. */
function asked(one: Read, start: ts.Node, asking: ReadonlySet<string>): string[] {
  const found: string[] = []
  const asks = (node: ts.Node | undefined, getter = '') =>
    node && ts.isIdentifier(node) && asking.has((one.imports.get(node.text) ?? `${one.path}#${node.text}`) + getter)
  const asksHere = (node: ts.Node): boolean | undefined => {
    if (ts.isPropertyAccessExpression(node)) return asks(rootOf(node), `.${node.name.text}`)
    if (ts.isElementAccessExpression(node)) return !ts.isPropertyAccessExpression(node.parent) && asks(node.expression)
    if (ts.isCallExpression(node) || ts.isSpreadAssignment(node)) return asks(node.expression)
    return ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && asks(node.initializer)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || (node !== start && ts.isFunctionLike(node) && !isCalledAtOnce(node))) return
    if (asksHere(node)) found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(start)
  return found
}

/** `words` of `words.open` and `words[kind].label`. */
function rootOf(node: ts.Expression): ts.Expression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? rootOf(node.expression) : node
}

function isCalledAtOnce(node: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false
  const { parent } = node
  if (ts.isParenthesizedExpression(parent)) return ts.isCallExpression(parent.parent)
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false
  return calledAtOnce.test(parent.expression.name.text)
}
