// Rebuilds an SVG from a list of what a drawing needs: shapes, text, styles as attributes, local references. Whatever is not on the
// list – scripts, event handlers, foreign content, links, entities – is not copied. Used for floor plans.
import { floors } from '@rollcall/contracts/domains/floors'
import { pictureSize, tooManyPixels } from '@rollcall/contracts/picture-size'
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

/** An element that is kept: what its attributes say. What its styles say is known when the whole drawing was read. */
type KeptElement = {
  readonly kind: string
  readonly isRoot: boolean
  readonly given: ReadonlyMap<string, string>
  readonly styled: { readonly classes: string; readonly id: string; readonly own: string }
}

/** Null when it is not a well-formed SVG. */
export function sanitiseSvg(text: string): string | null {
  const out: (string | KeptElement)[] = []
  const sheets: string[] = []
  /** One entry per open element: whether it is kept. Everything below a dropped one is dropped. */
  const open: boolean[] = []
  let isSheet = false
  let broken = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', () => (broken = true))
  // Entities could expand without end or hide markup; a drawing needs none.
  parser.on('doctype', (doctype) => (broken ||= doctype.includes('[')))
  parser.on('opentag', (tag) => {
    const isRoot = open.length === 0
    broken ||= open.length > deepest || (isRoot && (tag.local !== 'svg' || tag.uri !== svgNamespace))
    isSheet = tag.local === 'style' && tag.uri === svgNamespace
    const kept = (isRoot || open.at(-1) === true) && tag.uri === svgNamespace && elements.has(tag.local)
    open.push(kept)
    if (kept) out.push(keptElement(tag, isRoot))
  })
  parser.on('closetag', (tag) => {
    isSheet = false
    if (open.pop() === true) out.push(`</${tag.local}>`)
  })
  const takeText = (content: string) => {
    if (isSheet) sheets.push(content)
    if (open.at(-1) === true) out.push(escaped(content))
  }
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  try {
    parser.write(text).close()
  } catch {
    return null
  }
  if (broken || out.length === 0) return null
  const sheet = styleSheetOf(sheets.join('\n'))
  return out.map((part) => (typeof part === 'string' ? part : tagOf(part, sheet))).join('')
}

function keptElement(tag: SaxesTagNS, isRoot: boolean): KeptElement {
  const given = new Map<string, string>()
  for (const { local, prefix, value } of Object.values(tag.attributes)) {
    const allowedPrefix = prefix === '' || (prefix === 'xlink' && local === 'href')
    if (allowedPrefix && attributes.has(local) && isHarmless(local, value)) given.set(local, value)
  }
  const own = (name: string) => tag.attributes[name]?.value ?? ''
  return { kind: tag.local, isRoot, given, styled: { classes: own('class'), id: own('id'), own: own('style') } }
}

function tagOf({ kind, isRoot, given, styled }: KeptElement, sheet: StyleSheet): string {
  const all = new Map(given)
  for (const [name, value] of stylesOf(sheet, { kind, ...styled })) {
    if (attributes.has(name) && !notStyled.has(name) && isHarmless(name, value)) all.set(name, value)
  }
  const told = [...all].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
  return `<${kind}${isRoot ? ` xmlns="${svgNamespace}"` : ''}${told}>`
}

/** References stay inside the drawing; an embedded raster picture is data, not an address. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w.:-]+$/.test(value) || isSmallPicture(value)
  const references = value.match(/url\s*\(/gi)?.length ?? 0
  const local = value.match(/url\(\s*["']?#[\w.:-]+["']?\s*\)/g)?.length ?? 0
  return references === local && !/[\\]|javascript:|expression\s*\(/i.test(value)
}

function isSmallPicture(address: string): boolean {
  const [, mediaType, content] = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/=\s]+)$/.exec(address) ?? []
  const size = mediaType && content ? pictureSize(mediaType, Buffer.from(content, 'base64')) : null
  return size !== null && tooManyPixels(size, floors.uploadPlan.body.upload.maxPixels) === null
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
