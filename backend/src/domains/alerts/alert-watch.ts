// Raises and clears alerts, notes crowds, and sends messages about new alerts (docs/decisions/0010). Housekeeping asks for it every five seconds; it
// reads what the other parts stored and never stands in their way.
import { alertsChannel, type AlertNotice } from '@rollcall/contracts/channels'
import type { AlertSettings } from '@rollcall/contracts/domains/settings'
import type { CanaryLink } from '../../canary/canary.ts'
import type { Database } from '../../database/schema.ts'
import type { Publisher } from '../../realtime/publisher.ts'
import { readSettings, sayFor } from '../settings/settings-queries.ts'
import { messagesFor } from './alert-message.ts'
import { listRecipients, noteCrowds, queueMessages, settle, takeTurn, takeUnannounced } from './watch-queries.ts'
import type { Recipient, ToldAlert } from './watch-queries.ts'

/** `raised`: how many of them are new; `assignedTo`: the accounts that were given some. */
export type AnnounceAlerts = (raised: number, assignedTo?: readonly string[]) => void

/** Has messages wait for whoever was given alerts by somebody else, and answers whether its pages may be told, too. */
export type TellAssigned = (
  tx: Database,
  recipient: Recipient,
  alerts: readonly ToldAlert[],
  assignedBy: string,
) => Promise<boolean>

export type AlertWatch = {
  readonly announceAlerts: AnnounceAlerts
  readonly tellAssigned: TellAssigned
  /** Raises and clears what there is to raise and clear now. */
  checkAlerts(): Promise<void>
}

type Options = {
  readonly db: Database
  readonly publisher: Publisher
  readonly wakeOutbox: () => void
  readonly publicUrl: string
  /** Where live positions get stuck; null: they arrive. */
  readonly brokenLink: () => CanaryLink | null
}

const mostUntold = 500
const mostRecipients = 200

export function createAlertWatch({ db, publisher, wakeOutbox, publicUrl, brokenLink }: Options): AlertWatch {
  const announceAlerts: AnnounceAlerts = (raised, assignedTo = []) => {
    const data = { raised, assignedTo: [...assignedTo], at: new Date().toISOString() }
    const message: AlertNotice = { type: 'alerts', data }
    publisher.publish(alertsChannel, message, (older, newer) => ({
      ...newer,
      raised: older.raised + newer.raised,
      assignedTo: [...new Set([...older.assignedTo, ...newer.assignedTo])],
    }))
  }
  /** Answers how many messages now wait. */
  const queueNew = async (tx: Database, settings: AlertSettings): Promise<number> => {
    const unannounced = await takeUnannounced(tx, mostUntold)
    const recipients = unannounced.length > 0 ? await listRecipients(tx, unannounced, mostRecipients) : []
    const say = await sayFor(tx)
    const wanted = { ...settings, publicUrl }
    const messages = recipients.flatMap((recipient) => messagesFor(recipient, unannounced, wanted, say))
    await queueMessages(tx, messages)
    return messages.length
  }
  const tellAssigned: TellAssigned = async (tx, recipient, alerts, assignedBy) => {
    const { alerts: settings } = await readSettings(tx)
    await queueMessages(tx, messagesFor(recipient, alerts, { ...settings, publicUrl }, await sayFor(tx), assignedBy))
    return settings.push
  }
  const checkAlerts = async () => {
    const { alerts: settings } = await readSettings(db)
    const { raised, again, cleared, waiting } = await db.transaction().execute(async (tx) => {
      const { listeningSince, mayTell } = await takeTurn(tx)
      await noteCrowds(tx)
      const settled = await settle(tx, listeningSince, settings, brokenLink())
      return { ...settled, waiting: mayTell ? await queueNew(tx, settings) : 0 }
    })
    if (waiting > 0) wakeOutbox()
    if (raised + again + cleared > 0) announceAlerts(settings.push ? raised : 0)
  }
  return { announceAlerts, tellAssigned, checkAlerts }
}
