// `npm run bench -- migrations [--rows N] [--from 0017-visits] [--data FOLDER]`: a database as an older version left it, with ten million
// positions and battery reports and a million rows in the other tables that grow, is brought to this version, while others go on writing
// to each of those tables. Nobody may wait for a lock longer than a second. Takes minutes and a few gigabytes.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, type Connection } from '@rollcall/backend/database/connect'
import { knownMigrations, migrate } from '@rollcall/backend/database/migrate'
import { ensurePartitions } from '@rollcall/backend/database/partition-queries'
import { startDatabase } from '../measuring/database-server.ts'
import { watchOthers } from '../measuring/process-meter.ts'
import { measurement, printGoals, printJson, printOtherLoad, printTable } from '../measuring/report.ts'
import { fillTable, largeTables, sizeOf, writeAndTakeBack, type LargeTable } from './large-table-queries.ts'

/** Milliseconds that somebody may wait for a lock. */
const mostMs = 1000
const names = Object.keys(largeTables) as LargeTable[]

type Waits = { tries: number; longestMs: number; lockedOut: number }

await measurement(async () => {
  const { values } = parseArgs({
    options: { rows: { type: 'string' }, from: { type: 'string' }, data: { type: 'string' } },
  })
  const rows = Number(values.rows ?? 10_000_000)
  const from = values.from ?? '0017-visits'
  const known = knownMigrations.indexOf(from)
  if (known < 0) throw new Error(`there is no migration ${from}`)
  const others = watchOthers()
  const server = await startDatabase(values.data)
  const connection = connect({ url: server.url, poolSize: names.length + 4, statementTimeoutMs: 0 })
  try {
    const { db } = connection
    await migrate(db, knownMigrations.slice(0, known + 1))
    await ensurePartitions(db, Date.now())
    const sizes: Record<string, number> = {}
    for (const name of names) {
      await fillTable(db, name, Math.round(rows * largeTables[name].share))
      sizes[name] = await sizeOf(db, name)
      console.log(`${name}: ${Math.round(rows * largeTables[name].share)} rows, ${Math.round(sizes[name] / 1e6)} MB`)
    }
    const { waits, ran, seconds } = await migrateUnderLoad(connection)
    printTable(
      `Waits while ${ran.length} migrations ran, ${seconds.toFixed(1)} s`,
      ['table', 'writes', 'longest ms', 'locked out'],
      names.map((name) => [name, waits[name].tries, waits[name].longestMs, String(waits[name].lockedOut)]),
    )
    printGoals([
      {
        says: `writes that waited longer than ${mostMs} ms for a lock`,
        measured: names.reduce((sum, name) => sum + waits[name].lockedOut, 0),
        atMost: 0,
      },
      {
        says: 'writes tried on the least busy table',
        measured: Math.min(...names.map((name) => waits[name].tries)),
        atLeast: 10,
      },
    ])
    printOtherLoad(others())
    printJson({ rows, from, ran, seconds, sizes, waits })
  } finally {
    await connection.close()
    await server.stop()
  }
})

async function migrateUnderLoad({ db }: Connection) {
  const waits = Object.fromEntries(names.map((name) => [name, { tries: 0, longestMs: 0, lockedOut: 0 }])) as Record<
    LargeTable,
    Waits
  >
  const over = new AbortController()
  const writers = names.map((name) => writeOn(db, name, waits[name], over.signal))
  // So that every writer has written before anything is locked.
  while (names.some((name) => waits[name].tries < 3)) await wait(10)
  const began = performance.now()
  const ran = await migrate(db).finally(() => over.abort())
  const seconds = (performance.now() - began) / 1000
  await Promise.all(writers)
  return { waits, ran, seconds }
}

/** One after another, each measured, until it is over. */
async function writeOn(db: Connection['db'], name: LargeTable, waits: Waits, over: AbortSignal): Promise<void> {
  await db.connection().execute(async (session) => {
    while (!over.aborted) {
      const began = performance.now()
      try {
        await writeAndTakeBack(session, name, mostMs)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error
        waits.lockedOut += 1
      }
      waits.tries += 1
      waits.longestMs = Math.max(waits.longestMs, performance.now() - began)
      await wait(20)
    }
  })
}
