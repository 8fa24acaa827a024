// Tells every page that an emergency began, changed or ended (rules 9): on its own channel and on global:all. Pages then read
// it from the API, and poll when the relay is down; nothing depends on this message.
import { eventChannel, globalChannel } from '@rollcall/contracts/channels'
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { Publisher } from '../../realtime/publisher.ts'

export type AnnounceEmergency = (emergency: Emergency) => void

export function createAnnounceEmergency(publisher: Publisher): AnnounceEmergency {
  return ({ id: eventId, state, updatedAt }) => {
    const message = { type: 'emergency', data: { eventId, state, at: updatedAt } }
    publisher.publish(eventChannel(eventId), message)
    publisher.publish(globalChannel, message)
  }
}
