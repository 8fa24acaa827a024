// The routes of spec 4.4: they work with NODE_ENV=development and do not exist otherwise. `/api/dev-login` is the same as
// `/dev-login` (spec 5.1 lists it as a public path).
import { receivers } from '@rollcall/contracts/domains/receivers'
import { developmentOnly } from '@rollcall/contracts/domains/server-layer'
import { transmitters } from '@rollcall/contracts/domains/transmitters'
import { createAppToken, type AppClaims } from '@rollcall/tokens/app-token'
import { z } from 'zod'
import { refuse, sendProblem } from '../problem.ts'
import { bearerToken } from '../proxy/bearer-token.ts'
import { requestHeaders, withoutCompression } from '../proxy/forwarded-headers.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { jsonHeaders, sendData, sendReply } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import type { CookieJar } from '../session-cookies.ts'

export type DevelopmentOnly = (context: RequestContext) => void | Promise<void>

const paths = [...Object.values(developmentOnly).map((row) => row.path), '/api/dev-login']

/** Also in another spelling: the answer of production must not hint at them. */
export function isDevelopmentPath(path: string): boolean {
  const folded = path.toLowerCase()
  return paths.some((known) => folded === known || folded === `${known}/`)
}

const stubUser = { userId: 'dev-user', email: 'dev@localhost', displayName: 'Development user', role: 'admin' } as const
const stubSeconds = 8 * 3600

export type DevelopmentOnlyOptions = {
  readonly enabled: boolean
  readonly secret: string
  readonly backend: Upstream
  readonly cookies: CookieJar
  readonly now: () => number
}

export function createDevelopmentOnly(options: DevelopmentOnlyOptions): DevelopmentOnly {
  const token = () => {
    const exp = Math.floor(options.now() / 1000) + stubSeconds
    const claims: AppClaims = { sub: stubUser.userId, ...stubUser, ver: 0, exp }
    return createAppToken(claims, options.secret, { now: options.now() })
  }
  /** Null when the answer is given: the backend's own, where it refuses the stub user, whom it may not know. */
  const read = async (context: RequestContext, target: string): Promise<Device[] | null> => {
    const bearer = bearerToken(context, options.cookies)
    const headers = withoutCompression(requestHeaders(context, bearer.kind === 'token' ? bearer.token : token()))
    const call = { method: 'GET', target, headers, body: null, timeoutMs: 5000 }
    const reply = await options.backend.call(call, 4 * 1024 * 1024)
    if ('code' in reply) sendProblem(context, refuse(reply.code))
    else if (reply.status !== 200) sendReply(context, { status: reply.status, headers: jsonHeaders, body: reply.body })
    else return devicesIn(reply.body)
    return null
  }
  const answers: Record<string, DevelopmentOnly> = {
    'POST /dev-login': (context) => sendData(context, { token: token() }),
    'POST /api/dev-login': (context) => sendData(context, { token: token() }),
    'GET /dev-user': (context) => sendData(context, stubUser),
    'GET /ble/scan': async (context) => {
      const found = await read(context, `${receivers.list.path}?pageSize=200`)
      if (found === null) return
      const receiversOnline = found.filter(({ status }) => status === 'online').length
      sendData(context, { scanning: receiversOnline > 0, receiversOnline })
    },
    'GET /ble/status': async (context) => {
      const found = await read(context, `${transmitters.list.path}?pageSize=200`)
      if (found === null) return
      sendData(context, {
        devices: found.map(({ transmitterId, lastSeenAt }) => ({ deviceId: transmitterId, lastSeenAt })),
      })
    },
  }
  return (context) => {
    const method = context.method === 'HEAD' ? 'GET' : context.method
    const answer = options.enabled ? answers[`${method} ${context.path}`] : undefined
    return answer ? answer(context) : sendProblem(context, refuse('not_found'))
  }
}

const Device = z.looseObject({})
type Device = z.infer<typeof Device>
const Devices = z.object({ data: z.object({ items: z.array(Device) }) })

/** None in an answer that is no list. */
function devicesIn(body: Buffer): Device[] {
  try {
    return Devices.parse(JSON.parse(body.toString())).data.items
  } catch {
    return []
  }
}
