// Heavy work is done in a thread of its own, bundled as an operator runs it, over its own connection to the database.
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyChain } from '../src/audit/verify-audit.ts'
import type { PeopleFile, PeopleFileRequest } from '../src/domains/personnel/person-files.ts'
import { workInThread, type HeavyWork } from '../src/heavy/heavy-work.ts'
import { aBackend, type TestBackend } from './a-backend.ts'
import { builtBackend } from './built-backend.ts'
import { aBuilding } from './site-things.ts'

let server: TestBackend
let built: Awaited<ReturnType<typeof builtBackend>>
let heavy: HeavyWork
beforeAll(async () => {
  server = await aBackend()
  built = await builtBackend('heavy')
  heavy = workInThread({ url: server.url, file: pathToFileURL(built.fileOf('heavy-worker')) })
}, 60_000)
afterAll(async () => {
  await heavy?.stop()
  built?.remove()
  await server?.stop()
})

it('verifies the audit log there, with the same answer', async () => {
  await aBuilding(await server.as('admin'), { name: 'Recorded' })
  const answer = await heavy.run<null, Awaited<ReturnType<typeof verifyChain>>>('verifyAudit', null)
  expect(answer).toEqual(await verifyChain(server.db))
  expect(answer.checked).toBeGreaterThan(0)
  const { rows } = await sql<{ sessions: number }>`SELECT count(*) AS sessions FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'rollcall-backend-heavy'`.execute(server.db)
  expect(rows[0]?.sessions).toBeGreaterThan(0)
})

it('makes documents there, and reads what is in them', async () => {
  const admin = await server.as('admin')
  for (const [n, fullName] of ['Ada', 'Grace'].entries()) {
    const { status } = await admin('POST', '/api/personnel', {
      employeeId: `H${n}`,
      fullName,
      entityType: 'contractor',
    })
    expect(status).toBe(201)
  }
  const request = {
    query: { entityType: 'contractor' },
    columns: ['fullName'],
    exportedBy: 'Somebody',
  } as const
  const pdf = await heavy.run<PeopleFileRequest, PeopleFile>('peopleFile', { ...request, format: 'pdf' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.content as Uint8Array)), {
    mergePages: true,
  })
  for (const word of ['Personnel', '2 people', 'by Somebody', 'Ada', 'Grace']) expect(text).toContain(word)
  const csv = await heavy.run<PeopleFileRequest, PeopleFile>('peopleFile', { ...request, format: 'csv' })
  expect(csv).toEqual({ count: 2, content: '\uFEFFfullName\r\nAda\r\nGrace\r\n' })
})

it('fails as the work itself would, and goes on', async () => {
  const away = workInThread({
    url: 'postgres://nobody:nothing@127.0.0.1:9/none',
    file: pathToFileURL(built.fileOf('heavy-worker')),
  })
  await expect(away.run('verifyAudit', null)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(away.run('verifyAudit', null)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await away.stop()
})

it('fails what was asked of a thread that dies, and begins another', async () => {
  const dying = workInThread({ url: server.url, file: new URL('data:text/javascript,process.exit(1)') })
  await expect(dying.run('verifyAudit', null)).rejects.toThrow('ended')
  await expect(dying.run('verifyAudit', null)).rejects.toThrow('ended')
  await dying.stop()
})

it('sanitises a drawing there', async () => {
  const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><g onload="x()"/></svg>')
  const { svg } = await heavy.run<Uint8Array, { svg: Uint8Array }>('cleanSvg', drawing)
  expect(new TextDecoder().decode(svg)).toBe('<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>')
})
