// Times leave the database as PostgreSQL writes them and the backend as ISO 8601 in milliseconds.
import { expect, it } from 'vitest'
import { connect, parseTimestamp } from './connect.ts'

it.each([
  ['2026-01-31 12:34:56+00', '2026-01-31T12:34:56.000Z'],
  ['2026-01-31 12:34:56.7+00', '2026-01-31T12:34:56.700Z'],
  ['2026-01-31 12:34:56.789+00', '2026-01-31T12:34:56.789Z'],
  ['2026-01-31 12:34:56.789999+00', '2026-01-31T12:34:56.789Z'],
  // A session that does not speak UTC, and what is no date.
  ['2026-01-31 12:34:56.5+02', '2026-01-31T10:34:56.500Z'],
  ['2026-01-31 12:34:56+05:30', '2026-01-31T07:04:56.000Z'],
  ['infinity', 'infinity'],
])('%s', (written, expected) => {
  // Endless times stay numbers in pg; they are passed on as PostgreSQL wrote them.
  expect(parseTimestamp(written)).toBe(expected)
})

it('says once that urgent connections cannot be opened, and nothing of it ends the process', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  const connection = connect({ url: 'postgres://nobody:nothing@127.0.0.1:9/none', urgentPoolSize: 3 })
  try {
    // From a timer, as keep-urgent-open.ts does: the system refuses then before anything else has its turn.
    const opening = new Promise((resolve) => setTimeout(() => resolve(connection.openUrgent()), 1))
    await expect(opening).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
    await connection.close()
  }
})
