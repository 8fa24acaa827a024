// Weather (spec 4.2 Weather, decisions 8). The rules per severity are real; asking the weather service is not built yet.
import { Severity, type weather } from '@rollcall/contracts/domains/weather'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { notBuilt } from '../../http/not-built.ts'
import { refuse } from '../../http/refusal.ts'
import { findRule, listRules, updateRule } from './weather-queries.ts'

export const weatherHandlers: Handlers<typeof weather, Context> = {
  conditions: notBuilt,
  forecast: notBuilt,
  alerts: notBuilt,
  refresh: notBuilt,
  settings: ({ context }) => listRules(context.db),
  async changeSettings({ params, body, context }) {
    const severity = Severity.safeParse(params.severity)
    if (!severity.success) refuse('not_found')
    return context.change(async (tx) => {
      const before = await findRule(tx, severity.data)
      await updateRule(tx, severity.data, body)
      const after = await findRule(tx, severity.data)
      const record = {
        action: 'weather.changeSettings',
        resource: 'weather_settings',
        entityId: severity.data,
        before,
        after,
      }
      return { reply: after, record }
    })
  },
}
