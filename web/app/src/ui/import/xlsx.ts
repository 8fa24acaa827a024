// Reads the first sheet of an Excel file that has something to read (ECMA-376): a zip of XML, of which only cells and their texts matter.
// Loaded when such a file is chosen (read-table.ts).
import { strFromU8, unzipSync } from 'fflate'
import { t } from './texts.ts'

/** Unpacked. A register of 5,000 people has 3 MB. */
const mostBytes = 40 * 1024 * 1024
/** XML of real tables is packed to a twentieth; a bomb to a thousandth. */
const mostRatio = 200
const mostColumns = 200
const mostRows = 20_000

export function parseXlsx(bytes: Uint8Array): string[][] {
  const files = unpacked(bytes)
  const text = (name: string) => (files[name] ? strFromU8(files[name]) : '')
  const strings = [...text('xl/sharedStrings.xml').matchAll(element('si'))].map(([, , inner = '']) => textsIn(inner))
  for (const name of sheetsOf(text('xl/workbook.xml'), text('xl/_rels/workbook.xml.rels'))) {
    const rows = rowsOf(text(name), strings)
    if (rows.filter((row) => row.some((cell) => cell !== '')).length > 1) return rows
  }
  return []
}

function unpacked(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let all = 0
  return unzipSync(bytes, {
    filter({ name, size, originalSize }) {
      if (!/^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(name))
        return false
      all += originalSize
      if (all > mostBytes || originalSize > Math.max(size, 4096) * mostRatio) throw new Error(t('excelHuge'))
      return true
    },
  })
}

/** Paths of the visible sheets, in their order. */
function sheetsOf(workbook: string, relations: string): string[] {
  const targets = new Map(
    [...relations.matchAll(element('Relationship'))].map(([, attributes = '']) => {
      return [attribute(attributes, 'Id'), attribute(attributes, 'Target')]
    }),
  )
  return [...workbook.matchAll(element('sheet'))].flatMap(([, attributes = '']) => {
    const target = targets.get(attribute(attributes, 'r:id'))
    if (target === undefined || attribute(attributes, 'state') !== '') return []
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`
  })
}

function rowsOf(sheet: string, strings: readonly string[]): string[][] {
  const rows: string[][] = []
  for (const [, attributes = '', inner = ''] of sheet.matchAll(element('c'))) {
    const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(attributes, 'r')) ?? []
    const [row, column] = [Number(digits) - 1, columnOf(letters)]
    if (row < 0 || column < 0 || column >= mostColumns) continue
    if (row >= mostRows) throw new Error(t('mostLines', { most: mostRows }))
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length <= column) cells.push('')
    cells[column] = cellOf(attribute(attributes, 't'), inner, strings).trim()
  }
  return rows
}

/** Of a formula what it gave when it was saved; never the formula. */
function cellOf(type: string, inner: string, strings: readonly string[]): string {
  if (type === 'inlineStr') return textsIn(inner)
  const [, , value = ''] = element('v').exec(inner) ?? []
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  // 1.12233445566E11 is how Excel keeps 112233445566.
  const isNumber = type !== 'str' && value !== '' && Number.isFinite(Number(value))
  return isNumber ? String(Number(value)) : plain(value)
}

/** Runs of text in several formats are one text; readings beside Japanese names are not part of it. */
function textsIn(inner: string): string {
  const shown = inner.replaceAll(element('rPh'), '')
  return [...shown.matchAll(element('t'))].map(([, , text = '']) => plain(text)).join('')
}

/** Every element of this name: its attributes, and what is in it. */
function element(name: string): RegExp {
  return new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])([^>]*?)(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')
}

function attribute(attributes: string, name: string): string {
  return plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  return text
    .replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (all, hex, decimal, name) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? all
      const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(String(hex), 16)))
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
