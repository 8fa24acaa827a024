// What a chosen file holds, as rows of cells: Excel (xlsx), or text in whatever spreadsheets of the world save it (UTF-8, UTF-16,
// Windows-1252). Throws a sentence when it cannot be read.
import { parseCsv } from './csv.ts'
import { t } from './texts.ts'

const mostBytes = 10 * 1024 * 1024
const mostCells = 500_000

export async function readTable(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<string[][]> {
  if (file.size > mostBytes) throw new Error(t('fileLarge'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const rows = isZip(bytes) ? await readXlsx(bytes) : parseCsv(textOf(bytes))
  if (rows.reduce((sum, row) => sum + row.length, 0) > mostCells) throw new Error(t('tooManyCells'))
  // One form for what looks the same, so that é is é; and no blanks that nobody sees.
  return rows.map((row) =>
    row.map((cell) =>
      cell
        .normalize('NFC')
        .replaceAll(/[\u00A0\u202F]/g, ' ')
        .trim(),
    ),
  )
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
const isOldExcel = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11

async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  const { parseXlsx } = await import('./xlsx.ts')
  try {
    return parseXlsx(bytes)
  } catch (error) {
    throw error instanceof Error && error.message.endsWith('.') ? error : new Error(t('excelBad'))
  }
}

function textOf(bytes: Uint8Array): string {
  if (isOldExcel(bytes)) throw new Error(t('excelOld'))
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.includes('\0')) throw new Error(t('neitherTextNorExcel'))
  return text
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark: of Latin text every other byte is nothing.
  if (first !== undefined && first > 0 && second === 0) return 'utf-16le'
  if (first === 0 && second !== undefined && second > 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
