// The operators' page under `/admin` (spec 6.1, 7): the page, its login, what it shows and what it can do. Only for browsers on
// this machine (or a tunnel to it), unless the settings open it to the reverse proxy.
import { isApiMethod, runApiCommand, errorJson } from '../publish-api/api-methods.ts'
import type { ApiContext } from '../publish-api/api-context.ts'
import { paramsText } from '../publish-api/api-params.ts'
import { cameThroughProxy } from '../transport/forwarded.ts'
import type { Peers } from '../transport/peers.ts'
import { readText, refuseBody } from '../transport/request-body.ts'
import type { createAdminLogin, LoginVerdict } from './admin-login.ts'
import type { AdminState } from './state-shape.ts'

/** The page's header for its token. */
const tokenHeader = 'x-relay-admin'

const securityHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

export type AdminOptions = {
  /** With the policy that allows its own style and script. */
  page: Promise<{ html: string; policy: string }>
  login: ReturnType<typeof createAdminLogin>
  isBehindProxy: boolean
  peers: Peers
  state: () => Promise<AdminState>
  api: ApiContext
}

export type AdminHandler = (request: Request, path: string, socketAddress: string) => Promise<Response | null>

/** The handler answers null when the path is not the page's, or the page is not for this request. */
export function createAdmin({ page, login, isBehindProxy, peers, state, api }: AdminOptions): AdminHandler {
  const bodyLimits = { size: api.limits.apiBodySize, time: api.limits.apiBodyTime }

  async function enter(request: Request, socketAddress: string): Promise<Response> {
    const body = await readText(request, { ...bodyLimits, size: 2048 })
    if (typeof body !== 'string') return refuseBody(body)
    const verdict = login.login(
      body,
      peers.clientAddress(request.headers, () => socketAddress),
    )
    if ('token' in verdict) return Response.json(verdict)
    api.log.warn({ reason: verdict.refused }, 'refused a login to the admin page')
    return refusal(verdict.refused)
  }

  async function run(request: Request, method: string): Promise<Response> {
    if (!isApiMethod(method)) return new Response('Not Found', { status: 404 })
    const body = await readText(request, bodyLimits)
    if (typeof body !== 'string') return refuseBody(body)
    if (!isObject(body)) return new Response('Bad Request', { status: 400 })
    api.log.info({ method }, 'an operator used the admin page')
    const outcome = await runApiCommand(method, paramsText(body), api)
    const text = 'result' in outcome ? `{"result":${outcome.result}}` : `{"error":${errorJson(outcome.error)}}`
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }

  async function answer(request: Request, path: string, socketAddress: string): Promise<Response> {
    const route = `${request.method} ${path}`
    if (route === 'GET /admin' || route === 'GET /admin/')
      return new Response((await page).html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    if (route === 'POST /admin/login') return enter(request, socketAddress)
    if (!login.isToken(request.headers.get(tokenHeader))) return new Response(null, { status: 401 })
    if (route === 'GET /admin/state') return Response.json(await state())
    if (route.startsWith('POST /admin/api/')) return run(request, path.slice('/admin/api/'.length))
    return new Response('Not Found', { status: 404 })
  }

  return async (request, path, socketAddress) => {
    if (path !== '/admin' && !path.startsWith('/admin/')) return null
    const isOfThisMachine = peers.isLocal(() => socketAddress) && !cameThroughProxy(request.headers)
    if (!isBehindProxy && !isOfThisMachine) return null
    const response = await answer(request, path, socketAddress)
    response.headers.set('content-security-policy', (await page).policy)
    for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)
    return response
  }
}

function refusal(reason: Extract<LoginVerdict, { refused: string }>['refused']): Response {
  const message = reason === 'wrong' ? 'Wrong password.' : 'Too many wrong passwords. Try again in 15 minutes.'
  return Response.json({ message }, { status: reason === 'wrong' ? 403 : 429 })
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
