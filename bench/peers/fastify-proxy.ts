// A peer of the server layer: Fastify with @fastify/http-proxy and the same five protections by their usual plugins. Argument:
// JSON with the backend's address and the secrets.
import type { AddressInfo } from 'node:net'
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import helmet from '@fastify/helmet'
import proxy from '@fastify/http-proxy'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { ZoneCreate } from '@rollcall/contracts/domains/zones'
import { contentSecurityPolicy, loginLimit, readPeerSettings } from './proxy-settings.ts'
import { sayLine } from '../src/measuring/json-jobs.ts'

const { backend, secret } = readPeerSettings()
const mutations = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const app = Fastify({ logger: false })
await app.register(cookie)
await app.register(helmet, { contentSecurityPolicy: { directives: contentSecurityPolicy } })
await app.register(rateLimit, { global: false })
await app.register(csrf, { getToken: (request) => request.headers['x-csrf-token'] as string })
await app.register(jwt, { secret, cookie: { cookieName: 'auth_token', signed: false } })

app.get('/api/auth/csrf-token', (_request, reply) => ({ success: true, data: { csrfToken: reply.generateCsrf() } }))
app.post('/api/auth/login', { config: { rateLimit: loginLimit } }, (_request, reply) => reply.code(401).send({}))

await app.register(proxy, {
  upstream: backend,
  prefix: '/api',
  rewritePrefix: '/api',
  // The body is parsed, so that it can be validated before it goes on.
  proxyPayloads: false,
  undici: { connections: 128, pipelining: 1 },
  preValidation: async (request, reply) => {
    if (mutations.has(request.method)) await guard(request, reply)
  },
  preHandler: async (request, reply) => {
    if (request.method !== 'POST' || request.url !== '/api/zones') return
    const zone = ZoneCreate.safeParse(request.body)
    if (!zone.success) return reply.code(400).send({ success: false, issues: zone.error.issues })
    request.body = zone.data
  },
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => {
      const token = request.cookies['auth_token']
      const { cookie: _, ...rest } = headers
      return token === undefined ? rest : { ...rest, authorization: `Bearer ${token}` }
    },
  },
})

async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    app.csrfProtection(request, reply, (error?: Error) => (error ? reject(error) : resolve()))
  })
  await request.jwtVerify()
  // The fifth protection acts on identity-provider sessions only, which this load does not carry.
  if (request.cookies['oidc_session'] !== undefined) throw new Error('no exchange in this peer')
}

await app.listen({ port: 0, host: '127.0.0.1' })
sayLine({ port: (app.server.address() as AddressInfo).port })
