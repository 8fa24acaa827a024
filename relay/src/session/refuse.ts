// Answers a command with what a backend said instead of a result: an error, or the end of the connection.
import type { ProxyRefusal } from '../centrifugo/proxies/proxy.ts'
import type { Session } from './session.ts'

export function refuse(session: Session, id: number, refusal: ProxyRefusal): void {
  if ('error' in refusal) session.fail(id, refusal.error)
  else session.disconnect(refusal.disconnect)
}
