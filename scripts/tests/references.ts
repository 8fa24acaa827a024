// Finds what comments, tests and documents refer to ("spec 4.1.2", "rules 8 and 9", "AL-05", "interface: words") and says which of
// it leads nowhere in docs/specification. Used by references.test.ts.

/** What can be referred to. */
export type Targets = {
  /** Book → the numbers of its headings. */
  numbers: Record<string, Set<string>>
  /** The domains of spec 4.2. */
  domains: Set<string>
  /** Named parts of the appendix, in lower case. */
  appendix: Set<string>
  /** What the interface is held to, in lower case. */
  interfaceHeadings: Set<string>
  cases: Set<string>
}

export const books = {
  spec: 'specification.md',
  rules: 'rules.md',
  'relay protocol': 'relay-protocol.md',
  positioning: 'positioning.md',
}

export function targetsOf(page: (name: string) => string): Targets {
  const specification = headingsOf(page('specification.md'))
  const routes = specification.findIndex((title) => title.startsWith('4.2 '))
  const afterRoutes = specification.findIndex((title) => title.startsWith('4.3 '))
  return {
    numbers: Object.fromEntries(Object.entries(books).map(([book, file]) => [book, numbersOf(headingsOf(page(file)))])),
    domains: new Set(specification.slice(routes + 1, afterRoutes)),
    appendix: new Set(
      specification.flatMap((title) => (title.startsWith('Appendix: ') ? [title.slice(10).toLowerCase()] : [])),
    ),
    interfaceHeadings: new Set(headingsOf(page('interface.md')).map((title) => title.toLowerCase())),
    cases: new Set(
      [...page('hostile-cases.md').matchAll(/^(?:- \*\*|\| )((?:R-)?[A-Z]{1,2}-\d\d)\b/gm)].map(([, id]) => id ?? ''),
    ),
  }
}

/** Every reference of a text that leads nowhere, as it is written there. */
export function brokenReferences(text: string, targets: Targets): string[] {
  const plain = text.replaceAll(/\s*\n\s*(?:\/\/|\*(?!\/)|#(?!#))?\s*/g, ' ')
  return [
    ...brokenNumbers(plain, targets),
    ...brokenCases(plain, targets.cases),
    ...brokenNames(plain, targets),
    ...oldForms(plain),
  ]
}

const number = String.raw`\d+(?:\.\d+)*`
const domains = String.raw`[A-Z][a-z]+(?: beacon)?(?:(?:, | and )[A-Z][a-z]+(?: beacon)?)*`
const item = String.raw`${number}(?: ${domains})?`
const reference = new RegExp(
  String.raw`\b(spec|rules|relay protocol|positioning) (${item}(?:(?:, | and | or | to |–)${item})*)(?![\w%])`,
  'g',
)

function brokenNumbers(text: string, { numbers, domains: known }: Targets): string[] {
  return [...text.matchAll(reference)].flatMap(([, book = '', list = '']) =>
    list
      .split(/, | and | or | to |–/)
      .flatMap((part) => part.match(new RegExp(`^(${number})?(?: ?(.+))?$`))?.slice(1) ?? [])
      .filter((part) => part !== undefined)
      .filter((part) => !(/^\d/.test(part) ? numbers[book]?.has(part) : book === 'spec' && known.has(part)))
      .map((part) => `${book} ${part}`),
  )
}

function brokenCases(text: string, cases: Set<string>): string[] {
  const written = /(?<![\w-])((?:R-)?[A-Z]{2}-|F-)(\d\d(?:(?:, | and | to )\d\d(?![\w.:]))*)(?![\w-])/g
  return [...text.matchAll(written)]
    .flatMap(([, group = '', list = '']) => list.split(/, | and | to /).map((last) => group + last))
    .filter((id) => !cases.has(id))
}

function brokenNames(text: string, targets: Targets): string[] {
  const interfaces = [...text.matchAll(/\binterface: ([a-z][^).;:`"]*)/g)].map(([, names = '']) => names.trim())
  const parts = [...text.matchAll(/\(([^()]*?)\bappendix, ([^();]+)/g)].map(([, , name = '']) => name.trim())
  return [
    ...interfaces.filter((names) => !isListOf(targets.interfaceHeadings, names)).map((names) => `interface: ${names}`),
    ...parts
      .filter((name) => !name.match(reference) && !targets.appendix.has(name.toLowerCase()))
      .map((name) => `appendix, ${name}`),
  ]
}

/** Headings may have commas of their own, hence not simply split. */
function isListOf(headings: Set<string>, names: string): boolean {
  return [...headings].some((heading) => {
    if (!names.toLowerCase().startsWith(heading)) return false
    const rest = names.slice(heading.length)
    return rest === '' || (rest.startsWith(', ') && isListOf(headings, rest.slice(2)))
  })
}

/** Names from before the rules lived here; `docs/decisions/0007` is a record and no such reference. */
function oldForms(text: string): string[] {
  return [
    ...text.matchAll(
      /\bdecisions? \d{1,2}\b|\bdec\. \d|\bdesign: [a-z]|\b(?:architecture|house|conventions) \d|\bspec\/[a-z]|\bhostile input\b/g,
    ),
  ].map(([found]) => found)
}

function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, title = '']) => title)
}

function numbersOf(headings: string[]): Set<string> {
  return new Set(headings.flatMap((title) => title.match(/^\d+(?:\.\d+)*(?= )/)?.[0] ?? []))
}
