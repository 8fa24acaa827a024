// The audit file of the server layer (spec 2.5; appendix, audit logging): one JSON object per line, appended. Where the file cannot be
// written, lines go to the error console behind a marker, and return to the file as soon as it can be written again.
// The file is opened for every batch, so a rotated, replaced or remounted file is picked up by itself.
import { open } from 'node:fs/promises'
import { write as writeToDescriptor } from 'node:fs'
import { promisify } from 'node:util'
import type { AuditRecord } from './denied-access.ts'
import type { KeptAudit } from './kept-audit.ts'

export const auditMarker = 'AUDIT '

export type AuditLog = {
  /** Resolves when the record is in one of the two places. */
  readonly write: (record: AuditRecord) => Promise<void>
  /** Resolves when every record so far is in one of the two places. */
  readonly flush: () => Promise<void>
}

export type AuditLogOptions = {
  /** Null: error console only. */
  readonly file: string | null
  /** The error console; not `process.stderr`, whose pipes block the whole process when nobody reads them. */
  readonly console?: (text: string) => Promise<void>
  /** Puts the file aside from time to time; absent: it grows. */
  readonly kept?: KeptAudit | undefined
  readonly onFallback?: (error: unknown, lines: number) => void
}

/** Lines waiting for a file that hangs; beyond this they go to the console queue at once. */
const maxWaiting = 50_000

export function createAuditLog(options: AuditLogOptions): AuditLog {
  const console = serialised(options.console ?? writeToStderr)
  let waiting: { readonly line: string; readonly written: () => void }[] = []
  let running: Promise<void> | null = null

  const toConsole = (lines: readonly string[], error: unknown) => {
    options.onFallback?.(error, lines.length)
    return console(lines.map((line) => auditMarker + line).join(''))
  }
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const lines = batch.map(({ line }) => line)
      if (options.file === null) await toConsole(lines, null)
      else {
        await options.kept?.beforeBatch()
        const { rest, error } = await appendWhole(options.file, lines)
        if (rest.length > 0) await toConsole(rest, error)
      }
      for (const { written } of batch) written()
    }
    running = null
  }
  return {
    write: (record) => {
      const line = auditLine(record)
      if (waiting.length >= maxWaiting) return toConsole([line], 'too many lines waiting')
      // One turn later, so that denials of the same moment share one write.
      running ??= new Promise((resolve) => setImmediate(resolve)).then(drain)
      return new Promise((resolve) => waiting.push({ line, written: resolve }))
    },
    flush: async () => {
      await running
      await console('')
    },
  }
}

/** JSON escapes line breaks and escape sequences; the characters it leaves that can end a line or drive a terminal go too. */
function auditLine(record: AuditRecord): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(record).replace(/[\u007f-\u009f\u2028\u2029]/g, escape)}\n`
}

/** Appends all lines, or as many whole ones as fit; a torn line is taken back and returned in `rest`. */
async function appendWhole(file: string, lines: string[]): Promise<{ rest: string[]; error?: unknown }> {
  const handle = await open(file, 'a+', 0o640).catch((error: unknown) => ({ error }))
  if ('error' in handle) return { rest: lines, error: handle.error }
  let written = 0
  let start = 0
  try {
    start = (await handle.stat()).size
    const needsBreak = start > 0 && (await lastByte(handle, start)) !== 0x0a
    const bytes = Buffer.from((needsBreak ? '\n' : '') + lines.join(''))
    while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten
    return { rest: [] }
  } catch (error) {
    const { whole, length } = wholeLines(lines, written)
    // Only when nobody else appended meanwhile; otherwise the next batch starts on a new line.
    const size = await handle.stat().then(
      (stat) => stat.size,
      () => -1,
    )
    if (size === start + written && written > length) await handle.truncate(start + length).catch(() => undefined)
    return { rest: lines.slice(whole), error }
  } finally {
    await handle.close().catch(() => undefined)
  }
}

async function lastByte(handle: Awaited<ReturnType<typeof open>>, size: number): Promise<number | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0]
}

function wholeLines(lines: readonly string[], written: number): { whole: number; length: number } {
  let whole = 0
  let length = 0
  for (const line of lines) {
    const next = length + Buffer.byteLength(line)
    if (next > written) break
    length = next
    whole += 1
  }
  return { whole, length }
}

const writeFile = promisify(writeToDescriptor)

/** In a worker thread of libuv: a blocked or closed pipe delays these lines and nothing else. */
async function writeToStderr(text: string): Promise<void> {
  const bytes = Buffer.from(text)
  let written = 0
  while (written < bytes.length) {
    const result = await writeFile(2, bytes, written).catch((error: NodeJS.ErrnoException) => error)
    if (typeof result === 'object' && 'bytesWritten' in result) written += result.bytesWritten
    else if ((result as NodeJS.ErrnoException).code !== 'EAGAIN') return
    else await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function serialised(write: (text: string) => Promise<void>): (text: string) => Promise<void> {
  let last = Promise.resolve()
  return (text) => (last = last.then(() => write(text)))
}
