// What a warning sets off, by the rule of its severity (rules 8): contacts are told, or a live emergency is triggered; once per
// warning and building, and not again for that severity before the cooldown is over.
import type { WeatherRule } from '@rollcall/contracts/domains/weather'
import { said, told } from '@rollcall/contracts/sentences'
import { systemOrigin } from '../../audit/audit-entry.ts'
import type { Database } from '../../database/schema.ts'
import { runChange, type ChangeKind } from '../../http/run-change.ts'
import { queueForContacts } from '../../notify/outbox-queries.ts'
import { addActivity } from '../activity/activity-queries.ts'
import type { AnnounceEmergency } from '../emergency/announce-emergency.ts'
import { triggerEmergency } from '../emergency/trigger-emergency.ts'
import { sayFor } from '../settings/settings-queries.ts'
import {
  hasLiveEmergency,
  insertReaction,
  isCoolingDown,
  linkReaction,
  type LocatedBuilding,
} from './weather-answer-queries.ts'
import { listRules } from './weather-queries.ts'

export type Warning = {
  id: string
  severity: string | null
  event: string
  headline: string
  instruction: string | null
}
type Needs = { db: Database; announce: AnnounceEmergency; wakeOutbox: () => void }

const triggering: ChangeKind = { action: 'emergency.trigger', resource: 'emergencies', changes: ['emergencies'] }
const nothing = { reply: null, record: [] } as const

export async function react(
  { db, announce, wakeOutbox }: Needs,
  building: LocatedBuilding,
  warnings: readonly Warning[],
) {
  const rules = await listRules(db)
  for (const warning of warnings) {
    const rule = rules.find(({ severity, enabled }) => enabled && severity === warning.severity)
    if (!rule || (!rule.notify && !rule.autoTrigger)) continue
    const triggered = await runChange(db, systemOrigin, triggering, async (tx) => {
      const waits = await isCoolingDown(tx, building.buildingId, warning.id, rule.severity, rule.cooldownMinutes)
      if (waits || !(await insertReaction(tx, building.buildingId, warning.id, rule.severity))) return nothing
      if (!rule.autoTrigger || (await hasLiveEmergency(tx, building.buildingId))) {
        if (!rule.notify) return nothing
        const { event } = warning
        const say = await sayFor(tx)
        const subject = say('weatherSubject', { event, building: building.buildingName })
        const notice = noticeOf(rule, building, warning, subject)
        await queueForContacts(tx, notice)
        await addActivity(tx, { type: 'weather', said: said('weather_told', { event, place: building.buildingName }) })
        const after = { alertId: warning.id, severity: rule.severity, subject, channels: rule.channels }
        const record = { action: 'weather.notify', resource: 'buildings', entityId: building.buildingId, after }
        return { reply: null, record }
      }
      const { reply, record } = await triggerEmergency(
        tx,
        {
          scenario: rule.scenario,
          mode: 'live',
          scope: { buildingIds: [building.buildingId] },
          message: [warning.headline, warning.instruction].filter(Boolean).join('\n').slice(0, 1000),
          musterPoints: [],
        },
        { id: null, displayName: told(said('weather_service')).text },
        rule.notify ? rule.channels : [],
      )
      await linkReaction(tx, building.buildingId, warning.id, reply.emergency.id)
      return { reply, record }
    })
    wakeOutbox()
    if (triggered) for (const changed of [triggered.emergency, ...triggered.ended]) announce(changed)
  }
}

function noticeOf({ scenario, channels }: WeatherRule, building: LocatedBuilding, warning: Warning, subject: string) {
  return {
    emergencyId: null,
    scenario,
    buildingIds: [building.buildingId],
    subject,
    text: [warning.headline, warning.instruction].filter(Boolean).join('\n'),
    channels,
  }
}
