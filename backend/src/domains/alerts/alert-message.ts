// What an account is told about new alerts: one message for all that it may see, so that a power cut is one mail and not five hundred.
import { alertKeeper, alertKinds } from '@rollcall/contracts/domains/alerts'
import type { Permission } from '@rollcall/contracts/permissions'
import type { AlertMessage, Recipient, Unannounced } from './watch-queries.ts'

export type DeliverySettings = { readonly email: boolean; readonly sms: boolean; readonly publicUrl: string }

const mostLines = 20

export function messagesFor(
  recipient: Recipient,
  alerts: readonly Unannounced[],
  wanted: DeliverySettings,
): AlertMessage[] {
  const { displayName: contactName, email, phone } = recipient
  // admin cannot be reduced (rules 8).
  const may = (permission: Permission) => recipient.role === 'admin' || recipient.permissions.includes(permission)
  const seen = may(alertKeeper) ? alerts.filter(({ kind }) => may(alertKinds[kind].access)) : []
  const [first] = seen
  if (!first) return []
  const subject = seen.length === 1 ? first.text : `${seen.length} alerts: ${first.text}`
  const listed = seen.slice(0, mostLines).map(({ text }) => text)
  const rest = seen.length - listed.length
  const text = [...listed, ...(rest > 0 ? [`And ${rest} more.`] : []), '', `${wanted.publicUrl}/alerts`].join('\n')
  return [
    ...(wanted.email ? [{ contactName, channel: 'email' as const, address: email, subject, text }] : []),
    ...(wanted.sms && phone !== null
      ? [{ contactName, channel: 'sms' as const, address: phone, subject, text: subject }]
      : []),
  ]
}
