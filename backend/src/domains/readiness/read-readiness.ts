// If it rang now: how ready is each building, and what would raise it most? Puts what the database knows into the formula of
// readiness-score.ts. Read by the handlers and, to keep its history, by readiness-watch.ts.
import type { BuildingReadiness, Readiness } from '@rollcall/contracts/domains/readiness'
import type { NotifySettings } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { buildingFacts, registerFacts, type BuildingFacts, type RegisterFacts } from './readiness-queries.ts'
import { drillFault, nothingYet, reasonsOf, scoreOf, type Faults } from './readiness-score.ts'

type Senders = Pick<NotifySettings, 'smtpUrl' | 'webhookUrl'>

export async function readReadiness(db: Database, senders: Senders): Promise<Readiness> {
  const [buildings, register] = await Promise.all([buildingFacts(db), registerFacts(db)])
  const now = new Date()
  const canSend = senders.smtpUrl !== null || senders.webhookUrl !== null
  const judged = buildings.map((building): BuildingReadiness => {
    const reasons = reasonsOf(faultsOf(building, register, canSend, now.getTime()))
    return { buildingId: building.buildingId, name: building.name, score: scoreOf(reasons), reasons }
  })
  const ordered = judged.length > 0 ? judged.toSorted((a, b) => a.score - b.score) : [nothingYet]
  return { score: ordered[0]!.score, buildings: ordered, asOf: now.toISOString() }
}

/** Who has a badge and whether it is flat is counted over the whole register: people are not at home in one building. */
function faultsOf(building: BuildingFacts, register: RegisterFacts, canSend: boolean, nowMs: number): Faults {
  const { floors, receivers, contacts } = building
  const of = (total: number, { faulty, names }: BuildingFacts['silent']) => ({ faulty, total, names: names ?? [] })
  const lacking = (isThere: boolean) => ({ faulty: isThere ? 0 : 1, total: 1 })
  return {
    floors_without_receivers: of(floors, building.withoutReceivers),
    receivers_silent: of(receivers, building.silent),
    receivers_pausing: of(receivers, building.pausing),
    receivers_clock: of(receivers, building.clock),
    readings_late: of(receivers, building.late),
    readings_twice: of(receivers, building.twice),
    people_without_badge: { faulty: register.withoutBadge, total: register.people },
    badges_flat: { faulty: register.flat, total: register.people },
    muster_points: lacking(building.musterPoints > 0),
    floors_without_warden: of(floors, building.withoutWarden),
    contacts_none: lacking(contacts > 0),
    contacts_unanswered: { faulty: building.unanswered, total: contacts },
    messages_unsent: lacking(canSend),
    instructions_unconfirmed: { faulty: register.unconfirmed, total: register.instructions },
    drill_overdue: drillFault(building.lastDrillAt, nowMs),
  }
}
