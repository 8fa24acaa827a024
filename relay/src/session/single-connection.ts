// The user's other connections end when a new one comes (`single_connection`; Centrifugo's, which counts them by presence, needs that
// in the personal namespace). Called by connect.
import { disconnects } from '../protocol/disconnects.ts'
import type { Session } from './session.ts'

export function endOthers(session: Session): void {
  const { user, id, context } = session
  const { connections, engine, log } = context
  for (const other of new Set(connections.of(user))) {
    if (other !== session) other.disconnect(disconnects.connectionLimit)
  }
  const request = { user, whitelist: [id], disconnect: disconnects.connectionLimit }
  engine.peers
    ?.ask('disconnect', JSON.stringify(request))
    .catch((error: unknown) => log.error({ error: String(error) }, 'connections on other nodes may stay open'))
}
