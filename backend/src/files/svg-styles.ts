// What style sheets and style attributes of a drawing say, as attributes: drawing programs write colours and lines so. Only what one
// element, class or id is told is understood; everything else (imports, fonts, animations, conditions) is left out. Used by
// sanitise-svg.ts, which decides what is harmless.

export type Declarations = ReadonlyMap<string, string>
/** By "rect", ".cls-1" or "#walls". */
export type StyleSheet = ReadonlyMap<string, Declarations>

const simpleSelector = /^[.#]?[\w-]+$/

export function styleSheetOf(text: string): StyleSheet {
  const sheet = new Map<string, Map<string, string>>()
  for (const { selectors, body } of rulesOf(text)) {
    const told = declarationsOf(body)
    for (const selector of selectors.split(',').map((one) => one.trim())) {
      if (simpleSelector.test(selector)) sheet.set(selector, new Map([...(sheet.get(selector) ?? []), ...told]))
    }
  }
  return sheet
}

/** In one pass: patterns that look for the end from every beginning would take hours over a file that was made for it. */
function rulesOf(text: string): { selectors: string; body: string }[] {
  const [before = '', ...afterComments] = text.split('/*')
  const plain = [before, ...afterComments.map((part) => part.slice(`${part}*/`.indexOf('*/') + 2))].join(' ')
  const rules: { selectors: string; body: string }[] = []
  let [depth, begin, open] = [0, 0, 0]
  for (const { 0: sign, index } of plain.matchAll(/[{};]/g)) {
    if (sign === '{' && depth++ === 0) open = index
    else if (sign === ';' && depth === 0) begin = index + 1
    else if (sign === '}' && depth > 0 && --depth === 0) {
      rules.push({ selectors: plain.slice(begin, open), body: plain.slice(open + 1, index) })
      begin = index + 1
    }
  }
  // What stands under a condition is not known to hold.
  return rules.filter(({ selectors, body }) => !selectors.includes('@') && !body.includes('{'))
}

export function declarationsOf(text: string): Declarations {
  const told = new Map<string, string>()
  for (const part of text.split(';')) {
    const colon = part.indexOf(':')
    const value = part
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim()
    if (colon > 0 && value !== '') told.set(part.slice(0, colon).trim().toLowerCase(), value)
  }
  return told
}

/** Later ones count more: of the element's kind, its classes, its id, its own. */
export function stylesOf(
  sheet: StyleSheet,
  { kind, classes, id, own }: { kind: string; classes: string; id: string; own: string },
): Declarations {
  const names = [kind, ...classes.split(/\s+/).map((name) => `.${name}`), `#${id}`]
  return new Map([...names.flatMap((name) => [...(sheet.get(name) ?? [])]), ...declarationsOf(own)])
}
