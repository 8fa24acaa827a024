// A peer of the server layer: Express with http-proxy-middleware on a keep-alive agent and the same five protections by their
// usual packages. Argument: JSON with the backend's address and the secrets.
import { createSecretKey } from 'node:crypto'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import cookieParser from 'cookie-parser'
import { doubleCsrf } from 'csrf-csrf'
import express, { type NextFunction, type Request, type Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { createProxyMiddleware, fixRequestBody } from 'http-proxy-middleware'
import jwt from 'jsonwebtoken'
import { ZoneCreate } from '@rollcall/contracts/domains/zones'
import { contentSecurityPolicy, loginLimit, readPeerSettings } from './proxy-settings.ts'
import { sayLine } from '../src/measuring/json-jobs.ts'

const { backend, secret, csrfSecret } = readPeerSettings()
// Given as text, jsonwebtoken first tries it as a public key, which costs more than everything else here together.
const key = createSecretKey(Buffer.from(secret))
const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
  getSecret: () => csrfSecret,
  // Nothing but the pair itself, as in the product's standard profile.
  getSessionIdentifier: () => 'any',
  cookieName: 'csrf_token',
})

const app = express()
app.use(helmet({ contentSecurityPolicy: { directives: contentSecurityPolicy } }))
app.use(cookieParser())
app.post(
  '/api/auth/{*rest}',
  rateLimit({ limit: loginLimit.max, windowMs: loginLimit.timeWindow }),
  (_request, response) => {
    response.status(401).json({})
  },
)
app.get('/api/auth/csrf-token', (request, response) => {
  response.json({ success: true, data: { csrfToken: generateCsrfToken(request, response) } })
})
app.use('/api', doubleCsrfProtection, apiAuth, exchange)
app.post('/api/zones', express.json(), validate)
app.use(
  createProxyMiddleware<Request>({
    target: backend,
    pathFilter: '/api',
    agent: new Agent({ keepAlive: true, maxSockets: 128 }),
    on: {
      proxyReq(outgoing, request) {
        const token = cookiesOf(request)['auth_token']
        outgoing.removeHeader('cookie')
        if (token !== undefined) outgoing.setHeader('authorization', `Bearer ${token}`)
        fixRequestBody(outgoing, request)
      },
    },
  }),
)

function cookiesOf(request: Request): Record<string, string | undefined> {
  return request.cookies as Record<string, string | undefined>
}

function apiAuth(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'GET') return next()
  try {
    jwt.verify(cookiesOf(request)['auth_token'] ?? '', key, { algorithms: ['HS256'] })
    next()
  } catch {
    response.status(401).json({ success: false })
  }
}

/** The fifth protection acts on identity-provider sessions only, which this load does not carry. */
function exchange(request: Request, response: Response, next: NextFunction): void {
  if (cookiesOf(request)['oidc_session'] === undefined) next()
  else response.status(501).end()
}

function validate(request: Request, response: Response, next: NextFunction): void {
  const zone = ZoneCreate.safeParse(request.body)
  if (!zone.success) return void response.status(400).json({ success: false, issues: zone.error.issues })
  request.body = zone.data
  next()
}

const server = app.listen(0, '127.0.0.1', () => sayLine({ port: (server.address() as AddressInfo).port }))
