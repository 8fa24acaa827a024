// Rules of the specification's appendix that only the source can show: how SQL is written, how secrets are compared and where none
// stands (spec 2.2; appendix, backend rules).
import { describe, expect, it } from 'vitest'
import { codeFiles, read, trackedFiles } from './sources.ts'

const isTest = (path: string) => /\.(test|spec)\.ts$|\/tests?\/|^(system-tests|bench)\//.test(path)
const backend = codeFiles().filter(({ path }) => path.startsWith('backend/src/') && !isTest(path))

/** Text that becomes part of a statement: each is written in the code or counted by it, never sent by anybody. */
const writtenIn = `
backend/src/audit/audit-queries.ts sql.raw(key)
backend/src/database/building-views.ts sql.raw(\`COMMENT ON SCHEMA \${limitedSchema} IS '\${wanted}'\`)
backend/src/database/building-views.ts sql.raw(\`CREATE SCHEMA \${limitedSchema}\`)
backend/src/database/building-views.ts sql.raw(\`DROP SCHEMA IF EXISTS \${limitedSchema} CASCADE\`)
backend/src/database/building-views.ts sql.raw(statement)
backend/src/database/index-queries.ts sql.raw(\`CREATE INDEX CONCURRENTLY IF NOT EXISTS \${name} ON \${on}\`)
backend/src/database/index-queries.ts sql.raw(\`DROP INDEX CONCURRENTLY IF EXISTS \${name}\`)
backend/src/database/list-page.ts sql.lit(pageSize)
backend/src/database/migrate.ts sql.raw('SET statement_timeout = 0; SET lock_timeout = 0')
backend/src/database/migrate.ts sql.raw(\`SELECT pg_advisory_unlock(\${migrationLock}); RESET statement_timeout; RESET lock_timeout\`)
backend/src/database/migrate.ts sql.raw(appliedTable)
backend/src/database/migrate.ts sql.raw(migration.sql)
backend/src/database/partition-queries.ts sql.lit(from)
backend/src/database/partition-queries.ts sql.lit(to)
backend/src/domains/emergency/drill-queries.ts sql.raw(moment)
backend/src/domains/positions/history-queries.ts sql.lit(query.everySeconds)
backend/src/domains/positions/kept-history-queries.ts sql.lit(cellM)
backend/src/domains/positions/kept-history-queries.ts sql.lit(cellM)
backend/src/domains/positions/position-queries.ts sql.lit(positionAges.lastSeenMs / 1000)
backend/src/domains/readiness/readiness-queries.ts sql.lit(mostNames)
backend/src/export-queries.ts sql.lit(\`{\${secretColumns.join(',')}}\`)
backend/src/export-queries.ts sql.lit(perFetch)
`

describe('the backend', () => {
  // holds appendix rules-1
  it('SQL takes values by placeholders, but for what is written in the code', () => {
    const written = backend.flatMap(({ path, text }) =>
      [...text.matchAll(/sql\.(?:raw|lit)\((`[^`]*`|'[^']*'|[^()]*)\)/g)].map(([found]) => `${path} ${found}`),
    )
    expect(written.toSorted()).toEqual(writtenIn.trim().split('\n').toSorted())
    const calls = backend.flatMap(({ text }) => [...text.matchAll(/sql\.(?:raw|lit)\(/g)])
    expect(calls).toHaveLength(written.length)
  })

  it('sends no other statement that was put together, but when all of a backup is restored', () => {
    const put = backend.filter(({ text }) => /\.query\(`[^`]*\$\{/.test(text)).map(({ path }) => path)
    expect(put).toEqual(['backend/src/backup/backup-queries.ts'])
  })

  // holds appendix rules-4
  it('creates and drops only what is not or is there', () => {
    const statement =
      /\b(CREATE (?:UNIQUE )?(?:TABLE|INDEX)|DROP (?:TABLE|INDEX))(?: CONCURRENTLY)?(?! IF (?:NOT )?EXISTS)\b[^\n]*/g
    const found = backend.flatMap(({ path, text }) => [...text.matchAll(statement)].map(([line]) => `${path}: ${line}`))
    const isCode = (line: string) => !/CONCURRENTLY IF/.test(line)
    expect(found.filter(isCode)).toEqual([])
    expect(backend.filter(({ text }) => /CREATE TABLE IF NOT EXISTS/.test(text)).length).toBeGreaterThan(10)
  })
})

describe('secrets', () => {
  // holds spec 2.2-4
  it('compares secrets in constant time wherever one is checked', () => {
    const comparing = codeFiles()
      .filter(({ path, text }) => !isTest(path) && /timingSafeEqual\(/.test(text))
      .map(({ path }) => path)
    expect(comparing.toSorted()).toEqual([
      'backend/src/auth/totp.ts',
      'backend/src/ingest/ingest-key.ts',
      'relay/src/admin/admin-login.ts',
      'relay/src/publish-api/api-key.ts',
      'tokens/src/hmac.ts',
      'tokens/src/metrics-access.ts',
      'web/server/src/csrf-tokens.ts',
      'web/server/src/middleware/csrf.ts',
    ])
    const signing = codeFiles().filter(({ path, text }) => !isTest(path) && /\bcreateHmac\(/.test(text))
    expect(signing.filter(({ path }) => !comparing.includes(path)).map(({ path }) => path)).toEqual([])
    const careless =
      /\b(signature|expected|mac|digest|hash)\b(?!\.length) !?={2,3} \b(given|signature|expected|candidate|mac|digest)\b(?!\.length)/
    const checked = codeFiles().filter(({ path }) => comparing.includes(path))
    expect(checked.filter(({ text }) => careless.test(text)).map(({ path }) => path)).toEqual([])
  })

  const shapes = /['"`]([0-9a-f]{40,}|[A-Za-z0-9+/]{43,}=)['"`]|BEGIN [A-Z ]*PRIVATE KEY-----\n[A-Za-z0-9+/]/g
  const named = /(password|secret|api_?key|hmac)["']?\s*[:=]\s*["'][\w+/!-]*\d[\w+/!-]*["']/gi
  const suspicious = (text: string) => [...text.matchAll(shapes), ...text.matchAll(named)].map(([found]) => found)

  // holds appendix rules-3
  it('no secret stands in the code', () => {
    const files = trackedFiles().filter(
      (path) =>
        /\.(ts|mjs|vue|ya?ml|conf|service|json|env|example)$/.test(path) &&
        !isTest(path) &&
        !path.endsWith('lock.json'),
    )
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap((path) => suspicious(read(path)).map((found) => `${path}: ${found}`))).toEqual([])
  })

  it('would be found', () => {
    expect(suspicious(`const a = '${'0af1'.repeat(16)}'`)).toHaveLength(1)
    expect(suspicious(`TOKEN_SECRET: 'hunter2hunter2'`)).toHaveLength(1)
    expect(suspicious(`const password = temporaryPassword()`)).toEqual([])
  })
})

describe('the code', () => {
  const sources = codeFiles().filter(({ path }) => !isTest(path))
  const shipped = sources.filter(({ path }) => /^(backend|web|relay|tokens|contracts)\//.test(path))
  const having = (pattern: RegExp) => shipped.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  it('shows no HTML of anybody', () => {
    expect(shipped.filter(({ path }) => path.startsWith('web/app/src/')).length).toBeGreaterThan(200)
    expect(having(/v-html|innerHTML|outerHTML|insertAdjacentHTML|document\.write/)).toEqual([])
  })

  it('hides every password that is typed', () => {
    const field = 'web/app/src/ui/form/PasswordField.vue'
    expect(read(field)).toContain(`:type="isVisible ? 'text' : 'password'"`)
    expect(read(field)).toContain('isVisible = ref(false)')
    const asking = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/<(\w+)\b[^<>]*"(?:current|new)-password"/g)].map(([, tag]) => `${path} ${tag}`),
    )
    expect(asking.length).toBeGreaterThan(2)
    expect(asking.filter((found) => !found.endsWith(' PasswordField'))).toEqual([])
  })

  it('draws nothing secret from Math.random', () => {
    // Pauses before another attempt, so that not all come back at once.
    expect(having(/Math\.random\(/).filter((path) => !path.startsWith('web/app/'))).toEqual([
      'backend/src/notify/retry-schedule.ts',
      'relay/src/centrifugo/consumers/outbox.ts',
      'relay/src/engine/redis-connection.ts',
      'relay/src/session/session.ts',
    ])
  })

  it('hashes with SHA-2 alone, but where a protocol says otherwise', () => {
    // Redis names a script by its SHA-1.
    expect(having(/createHash\((?!'sha(?:256|384|512)')/)).toEqual(['relay/src/engine/redis-connection.ts'])
  })
})
