// Who is checked here, by path and method (spec 5.1). The rights of a role are the backend's business. Called by middleware/api-auth.ts.
import { isUnder } from './request-path.ts'
import { isSecretRead } from './secret-paths.ts'

export type AccessRule = 'open' | 'signed-in' | 'admin'

const mutations = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
export const isMutation = (method: string) => mutations.has(method)

/** Routed to the backend or a typed route; `/api` and `/api/` themselves are nothing. */
export const isApiPath = (path: string) => path.length > 5 && path.startsWith('/api/')

export function accessRule(path: string, method: string, readsNeedAuth: boolean): AccessRule {
  if (!isUnder(path, '/api') || isPublic(path)) return 'open'
  if (isUnder(path, '/api/admin')) return 'admin'
  if (isUnder(path, '/api/audit')) return 'signed-in'
  // Reads pass through: the backend validates the forwarded token again. The strict profile checks them here too.
  // Whoever opens a personal link has no account; the link is the proof.
  return isMutation(method) || (readsNeedAuth && !isSecretRead(path)) ? 'signed-in' : 'open'
}

const publicPaths = new Set(['/api/health', '/api/health/database', '/api/ready', '/api/dev-login'])

function isPublic(path: string): boolean {
  return isUnder(path, '/api/auth') || publicPaths.has(path)
}
