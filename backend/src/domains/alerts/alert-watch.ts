// Raises and clears alerts, notes crowds, and sends messages about new alerts (docs/decisions/0010). Housekeeping asks for it every five seconds; it
// reads what the other parts stored and never stands in their way.
import { alertsChannel, type AlertNotice } from '@rollcall/contracts/channels'
import type { AlertSettings } from '@rollcall/contracts/domains/settings'
import type { CanaryLink } from '../../canary/canary.ts'
import type { Database } from '../../database/schema.ts'
import type { Publisher } from '../../realtime/publisher.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { messagesFor } from './alert-message.ts'
import { listRecipients, noteCrowds, queueMessages, settle, takeTurn, takeUnannounced } from './watch-queries.ts'

/** `raised`: how many of them are new. */
export type AnnounceAlerts = (raised: number) => void

export type AlertWatch = {
  readonly announceAlerts: AnnounceAlerts
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
  const announceAlerts: AnnounceAlerts = (raised) => {
    const message: AlertNotice = { type: 'alerts', data: { raised, at: new Date().toISOString() } }
    publisher.publish(alertsChannel, message, (older, newer) => ({ ...newer, raised: older.raised + newer.raised }))
  }
  /** Answers how many messages now wait. */
  const queueNew = async (tx: Database, settings: AlertSettings): Promise<number> => {
    const unannounced = await takeUnannounced(tx, mostUntold)
    const recipients = unannounced.length > 0 ? await listRecipients(tx, mostRecipients) : []
    const messages = recipients.flatMap((recipient) => messagesFor(recipient, unannounced, { ...settings, publicUrl }))
    await queueMessages(tx, messages)
    return messages.length
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
  return { announceAlerts, checkAlerts }
}
