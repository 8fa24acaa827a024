// Weather (spec 4.2 Weather, rules 8). Reads never wait for the weather service: they give its last answer with its age.
import {
  Severity,
  type weather,
  type WeatherAlert,
  type WeatherConditions,
  type WeatherForecast,
} from '@rollcall/contracts/domains/weather'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { lastAnswers, reactions, type LastAnswer } from './weather-answer-queries.ts'
import { findRule, listRules, lockRule, updateRule } from './weather-queries.ts'
import { refreshEveryMs, type WeatherWatch } from './weather-watch.ts'

type Conditions = z.input<typeof WeatherConditions>['conditions']
type Periods = z.input<typeof WeatherForecast>['periods']
type Alert = Omit<z.input<typeof WeatherAlert>, 'buildingId' | 'buildingName' | 'fetchedAt' | 'stale' | 'emergencyId'>

export function weatherHandlers(watch: WeatherWatch): Handlers<typeof weather, Context> {
  return {
    async conditions({ query, context }) {
      const answers = await lastAnswers(context.db, 'conditions', query.buildingId)
      return answers.map((one) => ({ ...fetched(one), conditions: one.answer as Conditions }))
    },
    async forecast({ query, context }) {
      const answers = await lastAnswers(context.db, 'forecast', query.buildingId)
      return answers.map((one) => ({ ...fetched(one), periods: (one.answer ?? []) as Periods }))
    },
    async alerts({ query, context }) {
      const [answers, acted] = await Promise.all([
        lastAnswers(context.db, 'alerts', query.buildingId),
        reactions(context.db),
      ])
      const triggered = new Map(acted.map((one) => [`${one.buildingId} ${one.alertId}`, one.emergencyId]))
      return answers.flatMap((one) =>
        ((one.answer ?? []) as Alert[])
          .filter(({ endsAt }) => endsAt === null || Date.parse(endsAt) > Date.now())
          .map((alert) => ({
            ...fetched(one),
            ...alert,
            severity: Severity.safeParse(alert.severity).data ?? null,
            emergencyId: triggered.get(`${one.buildingId} ${alert.id}`) ?? null,
          })),
      )
    },
    async refresh({ context }) {
      const after = await watch.refresh()
      return context.change(async () => ({ reply: after, record: { after } }))
    },
    settings: ({ context }) => listRules(context.db),
    changeSettings: ({ params: { severity }, body, context }) =>
      context.change(async (tx) => {
        await lockRule(tx, severity)
        const before = await findRule(tx, severity)
        context.refuseIfChanged(before)
        await updateRule(tx, severity, body)
        const after = await findRule(tx, severity)
        return { reply: after, record: { entityId: severity, before, after } }
      }),
  }
}

function fetched({ buildingId, buildingName, fetchedAt, ageMs }: LastAnswer) {
  return { buildingId, buildingName, fetchedAt, stale: ageMs === null || ageMs > 2 * refreshEveryMs }
}
