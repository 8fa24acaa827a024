// aWeatherService(): a real server that speaks the National Weather Service's format about one place.
import { anHttpServer } from './an-http-server.ts'

type Alert = { id: string; severity: string; event: string; headline: string; [field: string]: unknown }

export async function aWeatherService() {
  let alerts: Alert[] = []
  let working = true
  // The real service names its own host in its answers; we must not follow it there.
  const own = 'https://api.weather.gov'
  const answers: [RegExp, () => unknown][] = [
    [
      /^\/points\/-?[\d.]+,-?[\d.]+$/,
      () => ({
        properties: {
          forecast: `${own}/gridpoints/TOP/31,80/forecast`,
          observationStations: `${own}/gridpoints/TOP/31,80/stations`,
        },
      }),
    ],
    [/^\/gridpoints\/TOP\/31,80\/stations$/, () => ({ features: [{ id: `${own}/stations/KTOP` }] })],
    [
      /^\/stations\/KTOP\/observations\/latest$/,
      () => ({
        properties: {
          timestamp: '2026-03-01T10:00:00+00:00',
          textDescription: 'Light Rain',
          temperature: { unitCode: 'wmoUnit:degC', value: 7.23 },
          relativeHumidity: { value: 88.04 },
          windSpeed: { unitCode: 'wmoUnit:km_h-1', value: 14.76 },
          windDirection: { value: null },
        },
      }),
    ],
    [
      /^\/gridpoints\/TOP\/31,80\/forecast$/,
      () => ({
        properties: {
          periods: [
            {
              name: 'Tonight',
              startTime: '2026-03-01T18:00:00-06:00',
              endTime: '2026-03-02T06:00:00-06:00',
              temperature: 50,
              temperatureUnit: 'F',
              probabilityOfPrecipitation: { value: 60 },
              windSpeed: '10 mph',
              windDirection: 'NW',
              shortForecast: 'Rain Likely',
            },
          ],
        },
      }),
    ],
    [
      /^\/alerts\/active\?point=/,
      () => ({
        features: alerts.map((alert) => ({
          properties: { messageType: 'Alert', expires: new Date(Date.now() + 3_600_000).toISOString(), ...alert },
        })),
      }),
    ],
  ]
  const server = await anHttpServer(({ path }) => {
    const known = answers.find(([pattern]) => pattern.test(path))
    if (!working) return { status: 503 }
    return known ? { json: known[1]() } : { status: 404 }
  })
  return {
    ...server,
    warn: (...next: Alert[]) => void (alerts = next),
    work: (next: boolean) => void (working = next),
  }
}
