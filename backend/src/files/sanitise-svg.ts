// Rebuilds an SVG from a list of what a drawing needs: shapes, text, styles as attributes, local references. Whatever is not on the
// list – scripts, event handlers, foreign content, links, entities – is not copied. Used for floor plans.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { styleSheetOf, stylesOf, type StyleSheet } from './svg-styles.ts'

const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath marker pattern mask ' +
    'clipPath linearGradient radialGradient stop filter feGaussianBlur feOffset feBlend feFlood feMerge feMergeNode ' +
    'feColorMatrix feComposite image'
  ).split(' '),
)
const attributes = new Set(
  (
    'id class x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height viewBox preserveAspectRatio transform fill fill-opacity ' +
    'fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset ' +
    'stroke-miterlimit opacity color display visibility overflow font-family font-size font-weight font-style text-anchor ' +
    'dominant-baseline alignment-baseline letter-spacing dx dy rotate textLength lengthAdjust clip-path clip-rule mask filter ' +
    'marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient offset stop-color stop-opacity ' +
    'gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform maskUnits ' +
    'maskContentUnits clipPathUnits filterUnits in in2 result stdDeviation mode operator values type k1 k2 k3 k4 flood-color ' +
    'flood-opacity paint-order vector-effect shape-rendering text-rendering href version'
  ).split(' '),
)
/** Nothing that a style may say. */
const notStyled = new Set(['id', 'class', 'href'])
const svgNamespace = 'http://www.w3.org/2000/svg'
const deepest = 200

/** Null when it is not a well-formed SVG. */
export function sanitiseSvg(text: string): string | null {
  const sheet = styleSheetOf(styleTextOf(text))
  const out: string[] = []
  /** One entry per open element: whether it is kept. Everything below a dropped one is dropped. */
  const open: boolean[] = []
  let broken = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => (broken = true))
  // Entities could expand without end or hide markup; a drawing needs none.
  parser.on('doctype', (doctype) => (broken ||= doctype.includes('[')))
  parser.on('opentag', (tag) => {
    const isRoot = open.length === 0
    broken ||= open.length > deepest || (isRoot && (tag.local !== 'svg' || tag.uri !== svgNamespace))
    const kept = (isRoot || open.at(-1) === true) && tag.uri === svgNamespace && elements.has(tag.local)
    open.push(kept)
    if (kept) out.push(`<${tag.local}${isRoot ? ` xmlns="${svgNamespace}"` : ''}${attributesOf(tag, sheet)}>`)
  })
  parser.on('closetag', (tag) => {
    if (open.pop() === true) out.push(`</${tag.local}>`)
  })
  parser.on('text', (content) => {
    if (open.at(-1) === true) out.push(escaped(content))
  })
  parser.on('cdata', (content) => {
    if (open.at(-1) === true) out.push(escaped(content))
  })
  try {
    parser.write(text).close()
  } catch {
    return null
  }
  return broken || out.length === 0 ? null : out.join('')
}

/** What stands in the style sheets of the drawing, wherever they are. */
function styleTextOf(text: string): string {
  const sheets: string[] = []
  let isSheet = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => undefined)
  parser.on('opentag', ({ local, uri }) => (isSheet = local === 'style' && uri === svgNamespace))
  parser.on('closetag', () => (isSheet = false))
  const take = (content: string) => isSheet && sheets.push(content)
  parser.on('text', take)
  parser.on('cdata', take)
  try {
    parser.write(text).close()
  } catch {
    // The second reading refuses it.
  }
  return sheets.join('\n')
}

function attributesOf(tag: SaxesTagNS, sheet: StyleSheet): string {
  const given = new Map<string, string>()
  for (const { local, prefix, value } of Object.values(tag.attributes)) {
    const allowedPrefix = prefix === '' || (prefix === 'xlink' && local === 'href')
    if (allowedPrefix && attributes.has(local) && isHarmless(local, value)) given.set(local, value)
  }
  const own = (name: string) => tag.attributes[name]?.value ?? ''
  const told = stylesOf(sheet, { kind: tag.local, classes: own('class'), id: own('id'), own: own('style') })
  for (const [name, value] of told) {
    if (attributes.has(name) && !notStyled.has(name) && isHarmless(name, value)) given.set(name, value)
  }
  return [...given].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
}

/** References stay inside the drawing; an embedded raster picture is data, not an address. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href')
    return /^#[\w.:-]+$/.test(value) || /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]+$/.test(value)
  const references = value.match(/url\s*\(/gi)?.length ?? 0
  const local = value.match(/url\(\s*["']?#[\w.:-]+["']?\s*\)/g)?.length ?? 0
  return references === local && !/[\\]|javascript:|expression\s*\(/i.test(value)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
