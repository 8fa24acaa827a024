// A plain A4 document with a title, facts and tables, for exports (spec 4.2 Personnel, decisions 9). The DejaVu font is embedded:
// Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters print; of scripts it lacks (Chinese, Japanese, Korean …)
// the page shows boxes, while the text under them can still be copied and searched. The CSV has every name in full.
import { createRequire } from 'node:module'
import Pdf from 'pdfkit'

export type Column = { readonly title: string; /** Share of the width. */ readonly width: number }
export type Cell = string | number | null | undefined

export type PdfDocument = {
  heading(text: string): void
  fact(name: string, value: string): void
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
  doc.font(bold).fontSize(16).text(title)
  doc.font(regular).fontSize(9).fillColor('#555').text(subtitle).fillColor('#000').moveDown()
  return {
    heading(text) {
      if (doc.y > bottomOf(doc) - 60) doc.addPage()
      doc.moveDown().font(bold).fontSize(11).text(text, left()).moveDown(0.4)
    },
    fact(name, value) {
      doc.font(bold).fontSize(9).text(`${name}: `, left(), doc.y, { continued: true }).font(regular).text(value)
    },
    async table(columns, rows) {
      const head = columns.map(({ title: name }) => name)
      drawRow(doc, columns, head, bold)
      for (const [index, row] of rows.entries()) {
        if (heightOf(doc, columns, row) + doc.y > bottomOf(doc)) {
          doc.addPage()
          drawRow(doc, columns, head, bold)
        }
        drawRow(doc, columns, row, regular)
        if (index % rowsPerTurn === rowsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
      }
    },
    finish() {
      numberPages(doc)
      doc.end()
      return whole
    },
  }
}

function widthsOf(doc: PDFKit.PDFDocument, columns: readonly Column[]): number[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => (width / total) * (doc.page.width - 2 * margin))
}

const bottomOf = (doc: PDFKit.PDFDocument) => doc.page.height - margin - 12
const asText = (cell: Cell) => String(cell ?? '')

function heightOf(doc: PDFKit.PDFDocument, columns: readonly Column[], row: readonly Cell[]): number {
  doc.font(regular).fontSize(cellSize)
  const heights = widthsOf(doc, columns).map((width, index) =>
    doc.heightOfString(asText(row[index]), { width: width - 2 * padding }),
  )
  // A cell longer than a page would push pages out for ever; it is cut at half a page.
  return Math.min(Math.max(...heights, cellSize), bottomOf(doc) / 2) + 2 * padding
}

function drawRow(doc: PDFKit.PDFDocument, columns: readonly Column[], row: readonly Cell[], font: string): void {
  const height = heightOf(doc, columns, row)
  const top = doc.y
  let x = margin
  doc.font(font).fontSize(cellSize)
  for (const [index, width] of widthsOf(doc, columns).entries()) {
    const box = { width: width - 2 * padding, height: height - 2 * padding, ellipsis: true }
    doc.text(asText(row[index]), x + padding, top + padding, box)
    x += width
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
