// Tells contacts of an emergency, in the transaction of what it tells about: the outbox sends it afterwards (rules 9). What has not
// arrived when something newer is to be said is dropped as out of date, and stays on record as that. Called where an emergency begins
// (trigger-emergency.ts) and ends (emergency-handlers.ts).
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { dropOutOfDate, queueForContacts } from '../../notify/outbox-queries.ts'
import { beganMessage, endedMessage, takenOverMessage, type EmergencyMessage } from './emergency-message.ts'
import { placesOf } from './emergency-queries.ts'
import { sayFor } from '../settings/settings-queries.ts'
import { instructionFor } from './instruction-queries.ts'
import { askContacts } from './answer-queries.ts'
import { carryWaitingLinks } from './link-send-queries.ts'

type BeganOptions = {
  /** Only these; absent: every channel of the contact. */
  readonly channels?: readonly string[]
  /** Drills and tests that this live emergency took over: one message says so, also to whoever was told of them. */
  readonly takesOver?: readonly Pick<Emergency, 'id'>[]
}

export async function tellContactsBegan(
  tx: DatabaseTransaction,
  emergency: Emergency,
  { channels, takesOver = [] }: BeganOptions = {},
): Promise<void> {
  const places = await placesOf(tx, emergency.id)
  const drills = takesOver.map(({ id }) => id)
  const instruction = await instructionFor(tx, emergency.scenario)
  // Words that nobody has read may be wrong for this place.
  const whatToDo = instruction?.confirmedAt ? instruction.text : ''
  const messageOf = drills.length > 0 ? takenOverMessage : beganMessage
  const message = messageOf(await sayFor(tx), emergency, places, whatToDo)
  if (drills.length > 0) {
    await dropOutOfDate(tx, drills, 'The drill became an emergency before this arrived.')
    await carryWaitingLinks(tx, drills, emergency.id)
  }
  await queue(tx, emergency, message, { alsoToldOf: drills, ...(channels && { channels }) })
  await askContacts(tx, emergency.id)
}

export async function tellContactsEnded(tx: DatabaseTransaction, emergency: Emergency): Promise<void> {
  const message = endedMessage(await sayFor(tx), emergency, await placesOf(tx, emergency.id))
  await dropOutOfDate(tx, [emergency.id], 'It was over before this arrived.')
  await queue(tx, emergency, message, { alsoToldOf: [emergency.id] })
}

function queue(
  tx: DatabaseTransaction,
  { id, scenario, scope }: Emergency,
  message: EmergencyMessage,
  whom: { alsoToldOf: readonly string[]; channels?: readonly string[] },
): Promise<void> {
  return queueForContacts(tx, { ...message, ...whom, emergencyId: id, scenario, buildingIds: scope.buildingIds })
}
