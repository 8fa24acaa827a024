// Logs of the processes: one form of line, put aside by day and size, packed, and bounded in days and bytes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogs } from '../setup/log-file.mjs'
import { createLines } from '../setup/log-lines.mjs'
import { logLimits } from '../setup/kept-logs.mjs'

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-logs-'))
  now = Date.parse('2026-03-01T10:00:00Z')
})
afterEach(() => rmSync(folder, { recursive: true }))

const day = 86_400_000
const logs = (limits = { days: 3, maxBytes: 1e9 }, largest = 1000) =>
  createLogs(folder, { limits, now: () => now, largest })
const names = () => readdirSync(folder).sort()
const unpacked = (name: string) => gunzipSync(readFileSync(join(folder, name))).toString()

describe('a log', () => {
  it('is put aside and packed when a day is over', async () => {
    const all = logs()
    const log = all.open('backend')
    log.write('yesterday\n')
    now += day
    log.write('today\n')
    await all.settled()
    expect(names()).toEqual(['backend-20260302T100000000Z.log.gz', 'backend.log'])
    expect(unpacked('backend-20260302T100000000Z.log.gz')).toBe('yesterday\n')
    expect(readFileSync(join(folder, 'backend.log'), 'utf8')).toBe('today\n')
    expect(names().map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600])
    log.close()
  })

  it('is put aside when it has grown, and also what the run before left of another day', async () => {
    writeFileSync(join(folder, 'web.log'), 'before\n')
    utimesSync(join(folder, 'web.log'), (now - day) / 1000, (now - day) / 1000)
    const all = logs()
    const log = all.open('web')
    log.write('first\n')
    now += 1000
    log.write(`${'x'.repeat(995)}\n`)
    await all.settled()
    expect(names()).toEqual(['web-20260301T100000000Z.log.gz', 'web-20260301T100001000Z.log.gz', 'web.log'])
    expect(unpacked('web-20260301T100000000Z.log.gz')).toBe('before\n')
    log.close()
  })

  it('is kept for so many days, the one of an earlier version too', async () => {
    writeFileSync(join(folder, 'relay.log.1'), 'of an earlier version\n')
    utimesSync(join(folder, 'relay.log.1'), now / 1000, now / 1000)
    const all = logs()
    const log = all.open('relay')
    for (let at = 0; at < 6; at++) {
      log.write(`day ${at}\n`)
      now += day
    }
    await all.settled()
    // The fourth day back is gone.
    expect(names()).toEqual([
      'relay-20260304T100000000Z.log.gz',
      'relay-20260305T100000000Z.log.gz',
      'relay-20260306T100000000Z.log.gz',
      'relay.log',
    ])
    log.close()
  })

  it('that says much takes nothing from one that says little, and nothing from the audit log', async () => {
    writeFileSync(join(folder, 'audit.log'), 'x'.repeat(5000))
    const all = logs({ days: 30, maxBytes: 3000 })
    const [little, much] = [all.open('supervisor'), all.open('backend')]
    little.write('once\n')
    now += day
    little.write('twice\n')
    for (let at = 0; at < 40; at++) {
      now += 1000
      // Does not pack well.
      much.write(
        `${Array.from({ length: 60 }, () => Math.random())
          .join(' ')
          .slice(0, 900)}\n`,
      )
    }
    await all.settled()
    const total = names()
      .filter((name) => name !== 'audit.log')
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(total).toBeLessThanOrEqual(3000)
    expect(names()).toEqual(expect.arrayContaining(['audit.log', 'supervisor-20260302T100000000Z.log.gz']))
    for (const log of [little, much]) log.close()
  })

  it('goes on where nothing can be put aside', async () => {
    const all = logs()
    const log = all.open('web')
    log.write('a\n')
    rmSync(join(folder, 'web.log'))
    now += day
    log.write('b\n')
    await all.settled()
    expect(readFileSync(join(folder, 'web.log'), 'utf8')).toBe('b\n')
    log.close()
  })

  it('is bounded by settings that are refused when they are none', () => {
    expect(logLimits()).toEqual({ days: 30, maxBytes: 2e9 })
    process.env['LOG_DAYS'] = 'many'
    expect(() => logLimits()).toThrow('LOG_DAYS must be a whole number from 1 to 3650.')
    delete process.env['LOG_DAYS']
  })
})

describe('what a process says', () => {
  const written = (...chunks: string[]) => {
    let text = ''
    const lines = createLines('relay', 'error', (some) => (text += some))
    for (const chunk of chunks) lines.take(chunk)
    lines.end()
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  it('stays as it is when it is a line of the one form, wherever it was cut', () => {
    const line = '{"level":"info","time":"2026-03-01T10:00:00.000Z","process":"relay","msg":"listening"}'
    expect(written(line.slice(0, 20), `${line.slice(20)}\n${line}`, '\n')).toEqual([JSON.parse(line), JSON.parse(line)])
  })

  it('becomes such a line when it is not', () => {
    const found = written('panic: out of memory\n\n  at somewhere', '\n{not json\n', 'the end')
    expect(found.map(({ msg }) => msg)).toEqual(['panic: out of memory', '  at somewhere', '{not json', 'the end'])
    for (const line of found)
      expect(line).toMatchObject({ level: 'error', process: 'relay', time: expect.stringMatching(/^\d{4}-.*Z$/) })
  })
})
