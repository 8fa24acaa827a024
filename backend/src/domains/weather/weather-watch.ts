// Keeps the weather fresh: everything every five minutes, and on demand; warnings by turns, at most once every 30 s (rules 8).
// What cannot be fetched stays as it was, with its age. Made by server.ts.
import type { WeatherRefresh } from '@rollcall/contracts/domains/weather'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import type { AnnounceEmergency } from '../emergency/announce-emergency.ts'
import { createNwsClient } from './nws-client.ts'
import {
  findForecastPoint,
  locatedBuildings,
  saveAnswer,
  saveForecastPoint,
  type LocatedBuilding,
} from './weather-answer-queries.ts'
import { createWarningTurns } from './warning-turns.ts'
import { react } from './weather-reaction.ts'

type Refreshed = z.infer<typeof WeatherRefresh>
export type WeatherWatch = {
  refresh(): Promise<Refreshed>
  readonly work: Repeated
  stop(): Promise<void>
}

type Options = {
  readonly db: Database
  readonly baseUrl: string
  readonly announce: AnnounceEmergency
  readonly wakeOutbox: () => void
  readonly log: FastifyBaseLogger
}

export const refreshEveryMs = 5 * 60_000
const leastBetweenMs = 30_000

export function createWeatherWatch({ db, baseUrl, log, ...needs }: Options): WeatherWatch {
  const service = createNwsClient({ baseUrl })
  let last = -Infinity
  let running: Promise<Refreshed> | null = null

  const turns = createWarningTurns({
    async ask(buildings) {
      const [{ latitude, longitude }] = buildings as [LocatedBuilding]
      const warnings = await service.alerts(latitude, longitude)
      const failures: unknown[] = []
      for (const building of buildings) {
        await saveAnswer(db, building.buildingId, 'alerts', warnings)
        // One that fails, say because somebody triggers by hand at that moment, leaves the others their emergency.
        await react({ db, ...needs }, building, warnings).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  })
  const fetchOne = async (building: LocatedBuilding) => {
    const { buildingId, latitude, longitude } = building
    const stored = await findForecastPoint(db, building)
    const point = stored ?? (await service.forecastPoint(latitude, longitude))
    if (!stored) await saveForecastPoint(db, building, point)
    await saveAnswer(db, buildingId, 'conditions', await service.conditions(point))
    await saveAnswer(db, buildingId, 'forecast', await service.forecast(point))
  }
  const fetchAll = async (): Promise<Refreshed> => {
    const failed = new Map<string, string>()
    const fail = ({ buildingId }: LocatedBuilding, error: unknown) =>
      failed.set(buildingId, (error instanceof Error ? error.message : String(error)).slice(0, 200))
    const buildings = await locatedBuildings(db)
    const [first] = buildings
    // Warnings first: they matter most.
    await turns.take(buildings).catch((error: unknown) => first && fail(first, error))
    for (const building of buildings) await fetchOne(building).catch((error: unknown) => fail(building, error))
    return {
      refreshed: buildings.length - failed.size,
      failed: [...failed].map(([buildingId, reason]) => ({ buildingId, reason })),
    }
  }
  const refresh = async (): Promise<Refreshed> => {
    if (running) return running
    if (performance.now() - last < leastBetweenMs) return { refreshed: 0, failed: [] }
    last = performance.now()
    running = fetchAll().finally(() => (running = null))
    return running
  }
  const work = repeat({
    name: 'fetch-weather',
    everyMs: refreshEveryMs,
    leaderOnly: true,
    log,
    whileFailing: 'The weather as it was fetched last is shown.',
    async work() {
      const { failed } = await refresh()
      if (failed.length > 0)
        throw new Error(failed.map(({ buildingId, reason }) => `${buildingId}: ${reason}`).join('; '))
    },
  })
  return {
    refresh,
    work,
    async stop() {
      await running?.catch(() => undefined)
      await turns.stop()
    },
  }
}
