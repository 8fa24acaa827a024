// What an account is told about alerts that are new, or that somebody assigned to it: one message for all that it may see, so that a
// power cut is one mail and not five hundred.
import { alertKeeper, alertKinds } from '@rollcall/contracts/domains/alerts'
import type { Permission } from '@rollcall/contracts/permissions'
import type { Say } from '../../texts/say.ts'
import type { AlertMessage, Recipient, ToldAlert } from './watch-queries.ts'

export type DeliverySettings = { readonly email: boolean; readonly sms: boolean; readonly publicUrl: string }

const mostLines = 20

/** `assignedBy`: who gave them to the recipient; absent: they are new. */
export function messagesFor(
  recipient: Recipient,
  alerts: readonly ToldAlert[],
  wanted: DeliverySettings,
  say: Say,
  assignedBy?: string,
): AlertMessage[] {
  const { displayName: contactName, email, phone } = recipient
  const seen = alerts.filter((alert) => keeps(recipient, alert))
  const [first] = seen
  if (!first) return []
  const firstText = say.sentence(first)
  const counted = seen.length === 1 ? firstText : say('alertsCounted', { count: seen.length, text: firstText })
  const subject = assignedBy === undefined ? counted : say('alertsAssigned', { name: assignedBy, text: counted })
  const listed = seen.slice(0, mostLines).map((alert) => say.sentence(alert))
  const rest = seen.length - listed.length
  const text = [
    ...listed,
    ...(rest > 0 ? [say('alertsMore', { count: rest })] : []),
    '',
    `${wanted.publicUrl}/alerts`,
  ].join('\n')
  return [
    ...(wanted.email ? [{ contactName, channel: 'email' as const, address: email, subject, text }] : []),
    ...(wanted.sms && phone !== null
      ? [{ contactName, channel: 'sms' as const, address: phone, subject, text: subject }]
      : []),
  ]
}

/** Whether the account may see it, and is one of those who take care of alerts. */
export function keeps({ role, permissions, elsewhere }: Recipient, { id, kind }: ToldAlert): boolean {
  // admin cannot be reduced (rules 8).
  const may = (permission: Permission) => role === 'admin' || permissions.includes(permission)
  return may(alertKeeper) && may(alertKinds[kind].access) && !elsewhere.includes(id)
}
