// Keeps the weather fresh: everything every five minutes, and on demand; warnings at most once every 30 seconds (decisions 8).
// What cannot be fetched stays as it was, with its age. Started by server.ts.
import type { WeatherRefresh } from '@rollcall/contracts/domains/weather'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'
import type { AnnounceEmergency } from '../emergency/announce-emergency.ts'
import { createNwsClient } from './nws-client.ts'
import { knownPlace, placedBuildings, saveAnswer, savePlace, type PlacedBuilding } from './weather-answer-queries.ts'
import { react } from './weather-reaction.ts'

type Refreshed = z.infer<typeof WeatherRefresh>
export type WeatherWatch = { refresh(): Promise<Refreshed>; stop(): Promise<void> }

type Options = {
  readonly db: Database
  readonly baseUrl: string
  readonly announce: AnnounceEmergency
  readonly wakeOutbox: () => void
  readonly log: FastifyBaseLogger
}

export const refreshEveryMs = 5 * 60_000
const leastBetweenMs = 30_000

export function startWeatherWatch({ db, baseUrl, announce, wakeOutbox, log }: Options): WeatherWatch {
  const service = createNwsClient({ baseUrl })
  let last = -Infinity
  let running: Promise<Refreshed> | null = null

  const fetchOne = async (building: PlacedBuilding) => {
    const { buildingId, latitude, longitude } = building
    // Warnings first: they matter most, and need no place in the grid.
    const warnings = await service.alerts(latitude, longitude)
    await saveAnswer(db, buildingId, 'alerts', warnings)
    await react({ db, announce, wakeOutbox }, building, warnings)
    const known = await knownPlace(db, building)
    const place = known ?? (await service.place(latitude, longitude))
    if (!known) await savePlace(db, building, place)
    await saveAnswer(db, buildingId, 'conditions', await service.conditions(place))
    await saveAnswer(db, buildingId, 'forecast', await service.forecast(place))
  }
  const fetchAll = async (): Promise<Refreshed> => {
    const failed: Refreshed['failed'] = []
    const buildings = await placedBuildings(db)
    for (const building of buildings) {
      try {
        await fetchOne(building)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        failed.push({ buildingId: building.buildingId, reason: reason.slice(0, 200) })
      }
    }
    return { refreshed: buildings.length - failed.length, failed }
  }
  const refresh = async (): Promise<Refreshed> => {
    if (running) return running
    if (performance.now() - last < leastBetweenMs) return { refreshed: 0, failed: [] }
    last = performance.now()
    running = fetchAll().finally(() => (running = null))
    return running
  }
  const timer = setInterval(() => {
    const report = ({ failed }: Refreshed) => {
      if (failed.length > 0) log.warn({ code: 'weather_not_fetched', failed }, 'The last known weather is shown.')
    }
    refresh().then(report, (error: unknown) => log.warn({ err: error, code: 'weather_not_fetched' }, 'No weather.'))
  }, refreshEveryMs)
  timer.unref()
  return {
    refresh,
    async stop() {
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}
