// The link by which a contact answers a message: made when the message is sent, and kept only as a hash. Used by the outbox.
import type { Database } from '../../database/schema.ts'
import type { Waiting } from '../../notify/outbox-queries.ts'
import { newToken } from '../../one-time-token.ts'
import { insertContactLink } from './answer-queries.ts'

/** What begins is asked about, and every test; what is over is only told. A call is spoken: nobody can take down an address. */
const asked: ReadonlySet<string> = new Set(['began', 'taken_over', 'test'])

export async function contactAnswerPath(
  db: Database,
  { about, contactId, emergencyId, testId, channel }: Waiting,
): Promise<string | null> {
  if (!asked.has(about) || contactId === null || channel === 'voice') return null
  const { token, tokenHash } = newToken()
  // Before it is sent: whoever is quick must not find a link that does not work yet.
  await insertContactLink(db, { tokenHash, contactId, emergencyId, testId, channel })
  return `/contact-link/${token}`
}
