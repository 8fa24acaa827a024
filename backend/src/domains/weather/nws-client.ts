// Speaks to the National Weather Service API (rules 8): where a place lies in its grid, what is observed there, what is forecast,
// and which warnings are in force. Answers are checked before use; a wrong one is an error like an unreachable service.
import { z } from 'zod'

const Quantity = z.object({ value: z.number().nullable() }).nullish()
const Points = z.object({ properties: z.object({ forecast: z.url(), observationStations: z.url() }) })
const Stations = z.object({ features: z.array(z.object({ id: z.url() })).min(1) })
const Observation = z.object({
  properties: z.object({
    timestamp: z.iso.datetime({ offset: true }),
    textDescription: z.string().nullish(),
    temperature: Quantity,
    relativeHumidity: Quantity,
    windSpeed: Quantity,
    windDirection: Quantity,
  }),
})
const Time = z.iso.datetime({ offset: true })
const ForecastAnswer = z.object({
  properties: z.object({
    periods: z.array(
      z.object({
        name: z.string(),
        startTime: Time,
        endTime: Time,
        temperature: z.number().nullable(),
        temperatureUnit: z.string().nullish(),
        probabilityOfPrecipitation: Quantity,
        windSpeed: z.string().nullish(),
        windDirection: z.string().nullish(),
        shortForecast: z.string(),
      }),
    ),
  }),
})
const Alerts = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        id: z.string(),
        severity: z.string().nullish(),
        event: z.string(),
        headline: z.string().nullish(),
        description: z.string().nullish(),
        instruction: z.string().nullish(),
        effective: Time.nullish(),
        onset: Time.nullish(),
        expires: Time.nullish(),
        ends: Time.nullish(),
        messageType: z.string().nullish(),
      }),
    }),
  ),
})

export type NwsPlace = { readonly forecastPath: string; readonly stationPath: string }
export type NwsClient = ReturnType<typeof createNwsClient>

const iso = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null)
const round = (value: number | null | undefined) => (value == null ? null : Math.round(value * 10) / 10)

export function createNwsClient({ baseUrl, timeoutMs = 8000 }: { baseUrl: string; timeoutMs?: number }) {
  const base = baseUrl.replace(/\/+$/, '')
  const headers = { accept: 'application/geo+json', 'user-agent': 'Rollcall (site safety; one request per place)' }
  const ask = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const response = await fetch(`${base}${path}`, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`The weather service answered ${response.status}.`)
    const parsed = schema.safeParse(await response.json())
    if (!parsed.success) throw new Error('The weather service answered something else than it should.')
    return parsed.data
  }
  return {
    async forecastPoint(latitude: number, longitude: number): Promise<NwsPlace> {
      const { properties } = await ask(`/points/${latitude.toFixed(4)},${longitude.toFixed(4)}`, Points)
      // Only the path: whatever host the answer names, we ask the one that was configured.
      const { features } = await ask(new URL(properties.observationStations).pathname, Stations)
      return { forecastPath: pathOf(properties.forecast), stationPath: pathOf(features[0]!.id) }
    },
    async conditions({ stationPath }: NwsPlace) {
      const { properties: seen } = await ask(`${stationPath}/observations/latest`, Observation)
      return {
        observedAt: new Date(seen.timestamp).toISOString(),
        description: seen.textDescription ?? '',
        temperatureC: round(seen.temperature?.value),
        humidityPct: round(seen.relativeHumidity?.value),
        windKph: round(seen.windSpeed?.value),
        windDirectionDeg: round(seen.windDirection?.value),
      }
    },
    async forecast({ forecastPath }: NwsPlace) {
      const { properties } = await ask(forecastPath, ForecastAnswer)
      return properties.periods.map((period) => ({
        name: period.name,
        startsAt: new Date(period.startTime).toISOString(),
        endsAt: new Date(period.endTime).toISOString(),
        temperatureC: round(
          period.temperature !== null && period.temperatureUnit !== 'C'
            ? ((period.temperature - 32) * 5) / 9
            : period.temperature,
        ),
        precipitationPct: period.probabilityOfPrecipitation?.value ?? null,
        wind: [period.windSpeed, period.windDirection].filter(Boolean).join(' '),
        summary: period.shortForecast,
      }))
    },
    async alerts(latitude: number, longitude: number) {
      const point = `${latitude.toFixed(4)},${longitude.toFixed(4)}`
      const { features } = await ask(`/alerts/active?point=${point}`, Alerts)
      return features
        .filter(({ properties }) => properties.messageType !== 'Cancel')
        .map(({ properties: alert }) => ({
          id: alert.id,
          severity: alert.severity ?? null,
          event: alert.event,
          headline: alert.headline ?? alert.event,
          description: alert.description ?? '',
          instruction: alert.instruction ?? null,
          startsAt: iso(alert.onset ?? alert.effective),
          endsAt: iso(alert.ends ?? alert.expires),
        }))
    },
  }
}

const pathOf = (url: string) => new URL(url).pathname
