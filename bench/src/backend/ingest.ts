// Ingest with storage: badges heard once a second for a while, through the HTTP door, until the last position is in the database.
import { sql } from 'kysely'
import type { Connection } from '@rollcall/backend/database/connect'
import type { MeasuredProcess } from '../measuring/measured-process.ts'
import { cpuMicroseconds } from '../measuring/process-meter.ts'
import { postRaddecs } from '../measuring/product-processes.ts'

export type IngestResult = {
  readonly raddecs: number
  readonly raddecsPerSecond: number
  /** Of the backend, per raddec. */
  readonly cpuMicroseconds: number
  /** From the last reading to the last stored position. */
  readonly storedAfterMs: number
  readonly historyRows: number
}

const perRequest = 250

export type Badge = { readonly transmitterId: string; readonly receiverIds: readonly string[] }

export async function measureIngest(
  backend: MeasuredProcess,
  db: Connection['db'],
  { badges, seconds }: { badges: number; seconds: number },
): Promise<IngestResult> {
  const sending = await badgesOf(db, badges)
  const rowsBefore = await historyRows(db)
  const cpuBefore = cpuMicroseconds(backend.pid)
  const startedAt = performance.now()
  let raddecs = 0
  let roundAt = Date.now()
  for (let second = 0; second < seconds; second += 1) {
    roundAt = Date.now()
    for (let from = 0; from < sending.length; from += perRequest) {
      const body = sending.slice(from, from + perRequest).map((badge) => raddecOf(badge, second))
      const { status } = await postRaddecs(backend.port, body)
      if (status !== 202) throw new Error(`Ingest answered ${status}.`)
      raddecs += body.length
    }
    await untilSecond(startedAt, second + 1)
  }
  const took = (performance.now() - startedAt) / 1000
  const storedAfterMs = await untilStored(db, sending, roundAt)
  return {
    raddecs,
    raddecsPerSecond: raddecs / took,
    cpuMicroseconds: (cpuMicroseconds(backend.pid) - cpuBefore) / raddecs,
    storedAfterMs,
    historyRows: (await historyRows(db)) - rowsBefore,
  }
}

export async function badgesOf(db: Connection['db'], count: number): Promise<Badge[]> {
  const { rows } =
    await sql<Badge>`SELECT c.transmitter_id, ARRAY(SELECT r.receiver_id FROM receivers r WHERE r.floor_id = c.floor_id
    ORDER BY (r.x - c.x) ^ 2 + (r.y - c.y) ^ 2 LIMIT 5) AS receiver_ids
    FROM positions_current c ORDER BY c.transmitter_id LIMIT ${count}`.execute(db)
  return rows
}

/** Strengths fall with the rank of the receiver and waver a little, as they do. */
export function raddecOf({ transmitterId, receiverIds }: Badge, second: number): object {
  const rssiSignature = receiverIds.map((receiverId, rank) => ({
    receiverId,
    rssi: -55 - rank * 6 - ((second * 7 + rank * 3 + transmitterId.charCodeAt(11)) % 5),
  }))
  return { transmitterId, transmitterIdType: 3, rssiSignature, timestamp: Date.now() }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilSecond(startedAt: number, second: number): Promise<void> {
  const rest = startedAt + second * 1000 - performance.now()
  if (rest > 0) await sleep(rest)
}

/** Until every badge has a position of the last round of readings. */
async function untilStored(db: Connection['db'], badges: readonly Badge[], roundAt: number): Promise<number> {
  const lastReading = Date.now()
  const ids = badges.map(({ transmitterId }) => transmitterId)
  for (;;) {
    const { rows } = await sql<{ behind: number }>`SELECT count(*) AS behind FROM positions_current
      WHERE transmitter_id = ANY (${ids}) AND at < ${new Date(roundAt)}`.execute(db)
    if (rows[0]?.behind === 0) return Date.now() - lastReading
    if (Date.now() - lastReading > 30_000) throw new Error(`${rows[0]?.behind} badges have no position after 30 s.`)
    await sleep(50)
  }
}

async function historyRows(db: Connection['db']): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*) AS n FROM position_history WHERE at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.n ?? 0
}
