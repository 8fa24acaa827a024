// The audit file and its fallback, on a real file system (spec 2.5; appendix, audit logging).
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditMarker, createAuditLog } from './audit-log.ts'
import type { AuditRecord } from './denied-access.ts'

let folder: string
let file: string
let spoken: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-audit-'))
  file = join(folder, 'audit.log')
  spoken = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const record = (requestId: string, more: Partial<AuditRecord> = {}): AuditRecord => ({
  timestamp: '2026-11-15T00:00:00.000Z',
  event: 'unauthorized_access',
  ip: '127.0.0.1',
  resource: '/api/zones',
  method: 'POST',
  result: 'denied',
  reason: 'unauthenticated',
  user: null,
  requestId,
  ...more,
})
const create = (more: { file?: string | null } = {}) =>
  createAuditLog({ file, console: async (text) => void spoken.push(text), ...more })
const ids = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as AuditRecord).requestId)
const inFile = () => (existsSync(file) ? ids(readFileSync(file, 'utf8')) : [])
const onConsole = () => ids(spoken.join('').replaceAll(auditMarker, ''))

describe('the audit log', () => {
  // holds spec 2.5-1; appendix audit-1
  it('appends one JSON object per line, in order, behind what is there', async () => {
    writeFileSync(file, `${JSON.stringify(record('before'))}\n`)
    const log = create()
    log.write(record('a'))
    log.write(record('b'))
    await log.flush()
    expect(inFile()).toEqual(['before', 'a', 'b'])
    expect(spoken.join('')).toBe('')
  })

  it('says when a record is written', async () => {
    const log = create()
    await Promise.all([log.write(record('a')), log.write(record('b'))])
    expect(inFile()).toEqual(['a', 'b'])
  })

  it('keeps 10,000 records whole and in order', async () => {
    const log = create()
    for (let batch = 0; batch < 100; batch += 1) {
      for (let at = 0; at < 100; at += 1) log.write(record(`${batch * 100 + at}`))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await log.flush()
    expect(inFile()).toEqual(Array.from({ length: 10_000 }, (_, at) => `${at}`))
  })

  it('cannot be made to write a second line or drive a terminal', async () => {
    const log = create()
    log.write(
      record('x', {
        resource: '/a\r\n{"event":"forged"}\u2028\u001b[2J\u0085\u009b',
        user: { userId: '"\n', email: '\0', role: 'x' },
      }),
    )
    await log.flush()
    const text = readFileSync(file, 'utf8')
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toMatch(/^[\x20-\x7e\n]*$/)
    expect((JSON.parse(text) as AuditRecord).resource).toContain('\r\n{"event":"forged"}\u2028')
  })

  it('follows a rotated file to its new name', async () => {
    const log = create()
    log.write(record('a'))
    await log.flush()
    renameSync(file, `${file}.1`)
    log.write(record('b'))
    await log.flush()
    expect([ids(readFileSync(`${file}.1`, 'utf8')), inFile()]).toEqual([['a'], ['b']])
  })

  it('starts on a new line behind a torn one', async () => {
    writeFileSync(file, '{"torn":')
    const log = create()
    log.write(record('a'))
    await log.flush()
    const [torn, line] = readFileSync(file, 'utf8').split('\n')
    expect(torn).toBe('{"torn":')
    expect(ids(line ?? '')).toEqual(['a'])
  })
})

describe('where the file cannot be written', () => {
  // holds appendix audit-2
  it('speaks to the error console behind its marker and returns to the file by itself', async () => {
    rmSync(folder, { recursive: true })
    const log = create()
    log.write(record('a'))
    await log.flush()
    expect(spoken.join('')).toMatch(/^AUDIT \{.*\}\n$/)
    mkdirSync(folder)
    log.write(record('b'))
    await log.flush()
    expect([onConsole(), inFile()]).toEqual([['a'], ['b']])
  })

  it.skipIf(process.getuid?.() === 0)('does so without permission', async () => {
    writeFileSync(file, '')
    chmodSync(file, 0o400)
    const log = create()
    log.write(record('a'))
    await log.flush()
    expect([onConsole(), inFile()]).toEqual([['a'], []])
  })

  // holds appendix audit-2
  it('does so when the disk is full', async () => {
    symlinkSync('/dev/full', file)
    const log = create()
    log.write(record('a'))
    log.write(record('b'))
    await log.flush()
    expect(onConsole()).toEqual(['a', 'b'])
    rmSync(file)
    log.write(record('c'))
    await log.flush()
    expect(inFile()).toEqual(['c'])
  })

  it('does so when it is a folder', async () => {
    mkdirSync(file)
    const log = create()
    log.write(record('a'))
    await log.flush()
    expect(onConsole()).toEqual(['a'])
  })

  it('speaks to the console only when no file is configured', async () => {
    const log = create({ file: null })
    log.write(record('a'))
    await log.flush()
    expect(onConsole()).toEqual(['a'])
  })
})
