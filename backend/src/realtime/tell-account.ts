// Tells the open pages of an account that what it may do has changed (rules 5): they read who they are anew. Nothing about the change is
// said; a page that hears nothing asks by itself every minute.
import { accountChannel, type AccountNotice } from '@rollcall/contracts/channels'
import type { Publisher } from './publisher.ts'

export type TellAccount = (userId: string) => void

export function createTellAccount(publisher: Pick<Publisher, 'publish'>): TellAccount {
  return (userId) => {
    const notice: AccountNotice = { type: 'account', data: { at: new Date().toISOString() } }
    publisher.publish(accountChannel(userId), notice)
  }
}
