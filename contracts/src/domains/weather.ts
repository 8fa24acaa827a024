// Weather of each building with a place on earth, and what a warning sets off (spec 4.2 Weather, rules 8).
// Everything read carries its age: when the weather service is out of reach, the last known answer is given.
import { z } from 'zod'
import { get, perMinute, post, put } from '../endpoint.ts'
import { changeOf, Time } from '../fields.ts'
import { Nothing } from '../list.ts'
import { NotificationChannel, Scenario } from './emergency.ts'

export const Severity = z.enum(['Extreme', 'Severe', 'Moderate', 'Minor'])

/** `fetchedAt` null: never reached; `stale`: older than two refreshes. */
const Fetched = z.object({
  buildingId: z.uuid(),
  buildingName: z.string(),
  fetchedAt: Time.nullable(),
  stale: z.boolean(),
})

export const WeatherConditions = Fetched.extend({
  conditions: z
    .object({
      observedAt: Time,
      description: z.string(),
      temperatureC: z.number().nullable(),
      humidityPct: z.number().nullable(),
      windKph: z.number().nullable(),
      windDirectionDeg: z.number().nullable(),
    })
    .nullable(),
})
export const WeatherForecast = Fetched.extend({
  periods: z.array(
    z.object({
      name: z.string(),
      startsAt: Time,
      endsAt: Time,
      temperatureC: z.number().nullable(),
      precipitationPct: z.number().nullable(),
      wind: z.string(),
      summary: z.string(),
    }),
  ),
})
export const WeatherAlert = Fetched.extend({
  id: z.string(),
  /** Null: the service gave none that we know. */
  severity: Severity.nullable(),
  event: z.string(),
  headline: z.string(),
  description: z.string(),
  instruction: z.string().nullable(),
  startsAt: Time.nullable(),
  endsAt: Time.nullable(),
  /** The emergency that this warning triggered. */
  emergencyId: z.uuid().nullable(),
})

const ruleFields = {
  enabled: z.boolean(),
  notify: z.boolean(),
  /** Triggers a live emergency by itself. */
  autoTrigger: z.boolean(),
  scenario: Scenario,
  channels: z.array(NotificationChannel).max(4),
  cooldownMinutes: z.number().int().min(0).max(10_080),
}
/** What a warning of one severity sets off. */
export const WeatherRule = z.object({ severity: Severity, ...ruleFields, updatedAt: Time })
export type WeatherRule = z.infer<typeof WeatherRule>
export const WeatherRuleChange = changeOf(ruleFields)

/** `refreshed` counts buildings; too soon after the last refresh nothing is fetched and it is 0. */
export const WeatherRefresh = z.object({
  refreshed: z.number().int(),
  failed: z.array(z.object({ buildingId: z.uuid(), reason: z.string() })),
})

const ByBuilding = z.strictObject({ buildingId: z.uuid().optional() })

export const weather = {
  conditions: get('/api/weather/conditions', {
    access: 'weather.read',
    query: ByBuilding,
    reply: z.array(WeatherConditions),
    says: 'Read the weather at each building',
  }),
  forecast: get('/api/weather/forecast', {
    access: 'weather.read',
    query: ByBuilding,
    reply: z.array(WeatherForecast),
    says: 'Read the forecast for each building',
  }),
  alerts: get('/api/weather/alerts', {
    access: 'weather.read',
    query: ByBuilding,
    reply: z.array(WeatherAlert),
    says: 'List weather warnings',
  }),
  settings: get('/api/weather/settings', {
    access: 'weather.read',
    reply: z.array(WeatherRule),
    says: 'Read what a warning of each severity sets off',
  }),
  changeSettings: put('/api/weather/settings/{severity}', WeatherRuleChange, {
    access: 'weather.manage',
    reply: WeatherRule,
    params: { severity: Severity },
    changes: 'weather',
    audit: { resource: 'weather_settings' },
    forLimited: 'refused',
    says: 'Change what a warning of one severity sets off',
  }),
  refresh: post('/api/weather/refresh', Nothing, {
    access: 'weather.manage',
    reply: WeatherRefresh,
    limit: perMinute(10),
    changes: 'weather',
    audit: { resource: 'weather_answers' },
    forLimited: 'refused',
    says: 'Fetch the weather now',
  }),
}
