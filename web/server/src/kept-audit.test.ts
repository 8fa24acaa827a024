// The audit file put aside by day and size, on a real file system: no record is lost or doubled, however many are written meanwhile.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAuditLog } from './audit-log.ts'
import type { AuditRecord } from './denied-access.ts'
import { keepAudit } from './kept-audit.ts'

const day = 86_400_000
let folder: string
let file: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-kept-audit-'))
  file = join(folder, 'audit.log')
  now = Date.now()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const names = () => readdirSync(folder).sort()
const textOf = (name: string) => {
  const bytes = readFileSync(join(folder, name))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}
const ids = () =>
  names()
    .flatMap((name) => textOf(name).split('\n').filter(Boolean))
    .map((line) => (JSON.parse(line) as AuditRecord).requestId)
    .sort((a, b) => Number(a) - Number(b))

function open(limits: { days?: number; maxBytes?: number; largest?: number } = {}) {
  const kept = keepAudit(file, { days: 3, maxBytes: 1e9, now: () => now, ...limits })
  const spoken: string[] = []
  const log = createAuditLog({ file, kept, console: async (text) => void spoken.push(text) })
  let at = 0
  const write = async (count = 1) => {
    for (let n = 0; n < count; n++) log.write({ requestId: String(at++), resource: '/api/zones' } as AuditRecord)
    await log.flush()
  }
  return { write, settled: kept.settled, spoken }
}

it('is put aside when it has grown, and not one of 5,000 records is lost', async () => {
  const log = open({ largest: 2000 })
  for (let batch = 0; batch < 500; batch++) {
    now += 1
    await log.write(10)
  }
  await log.settled()
  expect(ids()).toEqual(Array.from({ length: 5000 }, (_, at) => String(at)))
  const parts = names().filter((name) => name !== 'audit.log')
  expect(parts.length).toBeGreaterThan(50)
  // All but the newest are packed.
  expect(parts.filter((name) => !name.endsWith('.gz'))).toEqual(parts.slice(-1))
  for (const name of names()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o640)
  expect(log.spoken.join('')).toBe('')
})

it('is put aside when its day is over, and parts go after so many days', async () => {
  const log = open()
  for (let at = 0; at < 6; at++) {
    await log.write()
    utimesSync(file, now / 1000, now / 1000)
    now += day
  }
  await log.write()
  await log.settled()
  // The last is of now; of the six before it those of the last three days are left.
  expect(ids()).toEqual(['2', '3', '4', '5', '6'])
  expect(names()).toHaveLength(5)
})

it.each([1, -1])('is put aside once where the clock of the disk is another, %i day off', async (days) => {
  const log = open()
  await log.write()
  now += days * day
  for (let at = 0; at < 5; at++) {
    now += 1
    await log.write()
  }
  await log.settled()
  expect(ids()).toHaveLength(6)
  expect(names().length).toBeLessThanOrEqual(2)
})

it('takes no more than its bytes', async () => {
  const log = open({ largest: 1000, maxBytes: 1500 })
  for (let at = 0; at < 200; at++) {
    now += 1
    await log.write(5)
  }
  await log.settled()
  const parts = names().filter((name) => name !== 'audit.log')
  expect(parts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBeLessThanOrEqual(1500)
  expect(ids().at(-1)).toBe('999')
})

it('leaves other files alone, and grows on where it cannot be put aside', async () => {
  for (const name of ['web.log', 'audit-1-20260301T100000000Z.log', 'audit-notes.txt'])
    writeFileSync(join(folder, name), '{"requestId":"-1"}\n')
  const log = open({ largest: 10 })
  await log.write()
  // The very same moment has a part already: the next one waits.
  await log.write()
  await log.write()
  await log.settled()
  expect(names().filter((name) => name.startsWith('audit-') && name.includes('Z.log'))).toHaveLength(2)
  expect(ids().filter((id) => id !== '-1')).toEqual(['0', '1', '2'])
  expect(existsSync(join(folder, 'audit-notes.txt'))).toBe(true)
})
