// A plain A4 document with a title, facts and tables, for exports (spec 4.2 Personnel, rules 9). The DejaVu font is embedded:
// Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters print; names in others stand in Latin letters with a star
// (printable.ts). The CSV has every name in full.
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'
import { isRightToLeft, printable, starNote } from './printable.ts'

export type Column = {
  readonly title: string
  /** Share of the width. */
  readonly width: number
  /** As wide as its longest cell, so that none is broken: a telephone number on two lines is misread. */
  readonly whole?: boolean
}
type LaidColumn = { readonly title: string; readonly points: number }
type Mark = { readonly name: string; /** Null: never. */ readonly second: number | null }
export type Cell = string | number | null | undefined

export type PdfDocument = {
  heading(text: string): void
  fact(name: string, value: string): void
  /** Beside each other, large. */
  numbers(all: readonly { readonly name: string; readonly value: string }[]): void
  /** Lines of text across the page. */
  prose(text: string): void
  /** A line that climbs in steps up to `top`, from second 0 to `end`; where something was reached, a mark with its name. */
  steps(
    points: readonly { readonly second: number; readonly count: number }[],
    top: number,
    end: number,
    marks: readonly Mark[],
  ): void
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Promise<void>
  finish(): Promise<Buffer>
}

const require = createRequire(import.meta.url)
const regular = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const bold = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')

/** Points. */
const margin = 40
const padding = 3
const cellSize = 8
/** Rows laid out before other requests get a turn. */
const rowsPerTurn = 50

export function createPdf({ title, subtitle }: { title: string; subtitle: string }): PdfDocument {
  const doc = new Pdf({ size: 'A4', layout: 'landscape', margin, bufferPages: true, info: { Title: title } })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  const left = () => doc.page.margins.left
  let starred = false
  const print = (text: string): string => {
    const shown = printable(text, hasLetter(doc))
    if (shown !== text) starred = true
    return shown
  }
  doc.font(regular)
  doc.font(bold).fontSize(16).text(print(title))
  doc.font(regular).fontSize(9).fillColor('#555').text(print(subtitle)).fillColor('#000').moveDown()
  return {
    heading(text) {
      if (doc.y > bottomOf(doc) - 60) doc.addPage()
      doc.moveDown().font(bold).fontSize(11).text(print(text), left()).moveDown(0.4)
    },
    fact(name, value) {
      doc.font(bold).fontSize(9).text(`${name}: `, left(), doc.y, { continued: true }).font(regular).text(print(value))
    },
    prose: (text) => void doc.font(regular).fontSize(9).text(print(text), left()),
    numbers: (all) => drawNumbers(doc, all),
    steps: (points, top, end, marks) => drawSteps(doc, points, top, end, marks),
    async table(columns, rows) {
      const head = columns.map(({ title: name }) => name)
      const texts = rows.map((row) => row.map((cell) => print(asText(cell))))
      const laid = layColumns(doc, columns, texts)
      drawRow(doc, laid, head, bold)
      for (const [index, row] of texts.entries()) {
        if (heightOf(doc, laid, row) + doc.y > bottomOf(doc)) {
          doc.addPage()
          drawRow(doc, laid, head, bold)
        }
        drawRow(doc, laid, row, regular)
        if (index % rowsPerTurn === rowsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
      }
    },
    finish() {
      if (starred) doc.moveDown().font(regular).fontSize(8).fillColor('#555').text(starNote, left())
      numberPages(doc)
      doc.end()
      return whole
    },
  }
}

function drawNumbers(doc: PDFKit.PDFDocument, all: readonly { name: string; value: string }[]): void {
  const [width, height, gap] = [(doc.page.width - 2 * margin) / all.length, 44, 8]
  const top = doc.y + 6
  for (const [index, { name, value }] of all.entries()) {
    const x = margin + index * width
    doc
      .roundedRect(x, top, width - gap, height, 4)
      .lineWidth(0.6)
      .strokeColor('#bbb')
      .stroke()
    const box = { width: width - gap - 16, height: 18, ellipsis: true }
    doc
      .font(regular)
      .fontSize(8)
      .fillColor('#555')
      .text(name, x + 8, top + 7, box)
    doc
      .font(bold)
      .fontSize(14)
      .fillColor('#000')
      .text(value, x + 8, top + 19, box)
  }
  doc.x = margin
  doc.y = top + height + 6
}

function drawSteps(
  doc: PDFKit.PDFDocument,
  points: readonly { second: number; count: number }[],
  top: number,
  end: number,
  marks: readonly Mark[],
): void {
  const [left, width, height] = [margin + 26, doc.page.width - 2 * margin - 40, 90]
  const bottom = doc.y + height + 8
  const x = (second: number) => left + (Math.min(second, end) / Math.max(1, end)) * width
  const y = (count: number) => bottom - (count / Math.max(1, top)) * height
  for (const count of [0, top]) {
    doc
      .moveTo(left, y(count))
      .lineTo(left + width, y(count))
      .lineWidth(0.4)
      .strokeColor('#bbb')
      .stroke()
    doc
      .font(regular)
      .fontSize(7)
      .fillColor('#555')
      .text(String(count), margin, y(count) - 4, { width: 22, align: 'right' })
  }
  for (const { name, second } of marks) {
    if (second === null) continue
    doc
      .moveTo(x(second), y(0))
      .lineTo(x(second), y(top))
      .lineWidth(0.4)
      .strokeColor('#777')
      .dash(2, {})
      .stroke()
      .undash()
    const isRight = x(second) > left + width - 70
    const box = { width: 66, align: isRight ? 'right' : 'left', lineBreak: false } as const
    doc.text(`${name} ${minutes(second)}`, isRight ? x(second) - 68 : x(second) + 2, y(top) - 9, box)
  }
  doc.moveTo(x(0), y(0))
  let before = 0
  for (const { second, count } of points) {
    doc.lineTo(x(second), y(before)).lineTo(x(second), y(count))
    before = count
  }
  doc.lineTo(x(end), y(before)).lineWidth(1.4).strokeColor('#0f766e').stroke()
  doc.text('0:00', left, bottom + 3, { width: 60 })
  doc.text(minutes(end), left + width - 60, bottom + 3, { width: 60, align: 'right' }).fillColor('#000')
  doc.x = margin
  doc.y = bottom + 14
}

/** 125 → 2:05, as a clock that began at zero shows it. */
export function minutes(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The fonts of this document have the same letters; PDFKit gives no other way to ask for them. */
function hasLetter(doc: PDFKit.PDFDocument): (codePoint: number) => boolean {
  type Inside = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }
  const { _font: current } = doc as unknown as Inside
  const { font } = current
  return (codePoint) => font.hasGlyphForCodePoint(codePoint)
}

/** No column of whole cells takes more of the page than this; what is longer is broken after all. */
const mostWhole = 0.2

function layColumns(
  doc: PDFKit.PDFDocument,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): LaidColumn[] {
  const page = doc.page.width - 2 * margin
  doc.font(regular).fontSize(cellSize)
  const longest = (index: number) => Math.max(0, ...rows.map((row) => doc.widthOfString(row[index] ?? '')))
  const whole = columns.map((column, index) =>
    column.whole ? Math.min(page * mostWhole, longest(index) + 2 * padding + 1) : 0,
  )
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  // Where its share is more than it needs, it keeps its share.
  const fixed = columns.map(({ width }, index) => {
    const needed = whole[index] ?? 0
    return needed > (width / total) * page ? needed : 0
  })
  const rest = page - fixed.reduce((sum, points) => sum + points, 0)
  const shares = columns.reduce((sum, { width }, index) => sum + (fixed[index] ? 0 : width), 0)
  return columns.map(({ title, width }, index) => ({ title, points: fixed[index] || (width / shares) * rest }))
}

const bottomOf = (doc: PDFKit.PDFDocument) => doc.page.height - margin - 12
const asText = (cell: Cell) => String(cell ?? '')

function heightOf(doc: PDFKit.PDFDocument, columns: readonly LaidColumn[], row: readonly string[]): number {
  doc.font(regular).fontSize(cellSize)
  const heights = columns.map(({ points }, index) =>
    doc.heightOfString(row[index] ?? '', { width: points - 2 * padding, ...directionOf(row[index]) }),
  )
  // A cell longer than a page would push pages out for ever; it is cut at half a page.
  return Math.min(Math.max(...heights, cellSize), bottomOf(doc) / 2) + 2 * padding
}

/** With its features named, PDFKit lays a line out as a whole; without, word by word from the left. */
const directionOf = (text = '') => (isRightToLeft(text) ? { features: [] } : {})

function drawRow(doc: PDFKit.PDFDocument, columns: readonly LaidColumn[], row: readonly string[], font: string): void {
  const height = heightOf(doc, columns, row)
  const top = doc.y
  let x = margin
  doc.font(font).fontSize(cellSize)
  for (const [index, { points }] of columns.entries()) {
    const box = { width: points - 2 * padding, height: height - 2 * padding, ellipsis: true }
    doc.text(row[index] ?? '', x + padding, top + padding, { ...box, ...directionOf(row[index]) })
    x += points
  }
  doc
    .moveTo(margin, top + height)
    .lineTo(x, top + height)
    .lineWidth(0.4)
    .strokeColor('#bbb')
    .stroke()
  doc.x = margin
  doc.y = top + height
}

function numberPages(doc: PDFKit.PDFDocument): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.font(regular).fontSize(7).fillColor('#555')
    doc.text(`${page - start + 1} / ${count}`, margin, doc.page.height - margin + 10, { align: 'right' })
  }
}
