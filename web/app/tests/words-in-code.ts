// Words for people that stand in code instead of in a texts folder. A judgement by looks: what reads like words is words, unless it
// is a class, an icon, an address, a key or an error for programmers. For languages.test.ts.
import ts from 'typescript'
import type { RootNode, TemplateChildNode } from '@vue/compiler-core'

/** Attributes that are read, or read aloud. */
const readOut =
  /^(title|aria-label|aria-description|placeholder|label|alt|text|description|note|name|what|word|all|unknown|never)$/
const neverWords = new Set([
  'Rollcall',
  'Bluetooth',
  'CSV',
  'PDF',
  'XLSX',
  'QR',
  'GPS',
  'MAC',
  'UUID',
  'min',
  'mph',
  'Minew',
  'dB',
  'dBm',
])
/** Fonts, colours, events of the map, and lines for programs. */
const styles =
  /^Inter Variable$|sans-serif|gradient\(|color-mix\(|transparent\)|^zoomend |Authorization: Bearer|^curl -/
/** Keys of the keyboard, and names of programs. */
const names =
  /^(Enter|Escape|Tab|Space|Home|End|Delete|Backspace|Page(Up|Down)|Arrow\w+|Shift|Control|Alt|Meta|Mon|Notification|GET|POST|PUT|DELETE|Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|Windows|Linux)$/

const hasWord = (text: string) => (text.match(/\p{L}[\p{L}’']+/gu) ?? []).some((word) => !neverWords.has(word))

/** In code most strings are names: words begin with a capital or have a blank, and look unlike classes and addresses. */
function readsLikeWords(text: string): boolean {
  if (!hasWord(text) || styles.test(text) || names.test(text.trim())) return false
  if (/^\p{Lu}\p{Ll}+$/u.test(text)) return true
  return (
    /^[\p{Lu}][\p{L}’']*[ ,.:?]/u.test(text) ||
    (/(^|[\p{L}\d,;.] )\p{Ll}{3,} \p{L}+/u.test(text) && !/[-:[\]/]\w/.test(text))
  )
}

export function wordsInScript(script: string): string[] {
  return wordsInSource(ts.createSourceFile('x.ts', script, ts.ScriptTarget.Latest, true))
}

function wordsInSource(file: ts.Node): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isThrowStatement(node) || ts.isTypeNode(node)) return
    if (ts.isNewExpression(node) && node.expression.getText().endsWith('Error')) return
    // The values of a text are not words of the code; its key is none either.
    if (ts.isCallExpression(node) && /^(t|titleText|\w+Texts?)$/.test(node.expression.getText())) {
      node.arguments.slice(1).forEach(visit)
      return
    }
    if (
      ts.isPropertyAssignment(node) &&
      /^'?(class|data-testid|testId|icon|key|example|headings)'?$/.test(node.name.getText())
    )
      return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (readsLikeWords(node.text)) found.push(node.text)
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      const words = parts.filter(
        (part) =>
          hasWord(part) &&
          !styles.test(part) &&
          !/[/=?&#[\]()%]|^-|-$/.test(part) &&
          (/(^| )\p{L}{2,} /u.test(part) || / \p{L}{3,}(?![\w-])/u.test(part)),
      )
      found.push(...words)
      node.templateSpans.forEach(({ expression }) => visit(expression))
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

export function wordsInTemplate(node: RootNode | TemplateChildNode): string[] {
  const found: string[] = []
  if (node.type === 2 && hasWord(node.content)) found.push(node.content.trim())
  if (node.type === 5 && 'loc' in node.content) found.push(...wordsInExpression(node.content.loc.source))
  if (node.type === 1)
    for (const prop of node.props) {
      if (prop.type === 6) {
        if (
          readOut.test(prop.name) &&
          prop.value &&
          /\p{Lu}\p{Ll}| /u.test(prop.value.content) &&
          hasWord(prop.value.content)
        )
          found.push(prop.value.content)
      } else if (
        prop.name === 'bind' &&
        prop.exp &&
        prop.arg?.loc.source !== 'class' &&
        prop.arg?.loc.source !== 'style'
      )
        found.push(...wordsInExpression(prop.exp.loc.source))
    }
  if ('children' in node)
    for (const child of node.children)
      if (typeof child === 'object') found.push(...wordsInTemplate(child as TemplateChildNode))
  return found
}

function wordsInExpression(source: string): string[] {
  return wordsInScript(`(${source})`)
}
