// locateInTurn(): what one engine, or several that take over from one another, make of the same readings, by a clock of their own. A second
// takes as long as the work in it, and every run is the same.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import pino from 'pino'
import type { Database } from '../src/database/schema.ts'
import { createAmbientDevices } from '../src/ingest/ambient/ambient-devices.ts'
import { createPhoneResolver } from '../src/ingest/identity/phone-resolver.ts'
import type { Reading } from '../src/ingest/reading.ts'
import { ownAlone } from '../src/ownership/ownership.ts'
import { startPositioning } from '../src/positioning/engine.ts'
import type { Publisher } from '../src/realtime/publisher.ts'
import { aSharedLog } from './a-shared-log.ts'

export interface Arrival {
  /** Epoch milliseconds. */
  at: number
  readings: readonly Reading[]
}

export interface HandOver {
  /** Epoch milliseconds. */
  at: number
  /** So long nobody makes positions. */
  gapMs: number
  /** It was killed: what it had not stored is lost with it. */
  isKilled: boolean
}

const roundMs = 100
const storeEveryRounds = 5

/** `arrivals` and `handOvers`: oldest first. Answers what was published. */
export async function locateInTurn(
  db: Database,
  arrivals: readonly Arrival[],
  handOvers: readonly HandOver[] = [],
): Promise<PositionEntry[]> {
  let time = arrivals[0]!.at
  let epoch = 1
  const log = aSharedLog(() => time)
  const published: PositionEntry[] = []
  const begin = async () => {
    const mine = epoch
    const positioning = await startPositioning({
      db,
      publisher: keeping(published),
      identification: { phones: createPhoneResolver(), ambient: createAmbientDevices({ makerOf: () => null }) },
      propose: () => Promise.reject(new Error('Nobody calibrates.')),
      learnRests: () => Promise.reject(new Error('Nobody calibrates.')),
      ownerships: [
        {
          ...ownAlone(),
          get epoch() {
            return mine === epoch ? mine : null
          },
          isSure: () => mine === epoch,
          mayWrite: async (_, asked) => asked === epoch,
        },
      ],
      sharedLog: async () => log,
      log: pino({ level: 'silent' }),
      wall: () => time,
    })
    return { positioning, store: positioning.work.find(({ name }) => name === 'store-positions')! }
  }
  let owner: Awaited<ReturnType<typeof begin>> | null = await begin()
  const [coming, changing] = [[...arrivals], [...handOvers]]
  let takenOverAt = Infinity
  const end = arrivals.at(-1)!.at + 1000
  for (let round = 0; time <= end; round++, time += roundMs) {
    while (coming[0] && coming[0].at <= time) {
      const { readings } = coming.shift()!
      log.append({ key: null, readings, batteries: [], answer: { accepted: 0, rejected: 0 } })
    }
    if (changing[0] && changing[0].at <= time) {
      const { gapMs, isKilled } = changing.shift()!
      if (owner && !isKilled) await owner.positioning.stop()
      owner = null
      takenOverAt = time + gapMs
    }
    if (time >= takenOverAt) {
      epoch++
      owner = await begin()
      takenOverAt = Infinity
    }
    await owner?.positioning.locate()
    if (round % storeEveryRounds === 2) await owner?.store.run()
  }
  await owner?.positioning.stop()
  return published
}

function keeping(published: PositionEntry[]): Publisher {
  return {
    publish: (channel, { data }) => void (channel.startsWith('floor:') && published.push(...(data as PositionEntry[]))),
    deliver: async () => true,
    counters: { published: 0, failed: 0, dropped: 0 },
    async stop() {},
  }
}
