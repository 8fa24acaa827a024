// What the server layer answers by itself and never forwards (spec 4.2 Health and Proxy, 4.3, 4.4).
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'

export const ErrorReport = z.strictObject({
  message: z.string().min(1).max(2000),
  source: z.string().max(500).optional(),
  stack: z.string().max(8000).optional(),
  page: z.string().max(500).optional(),
})
const Alive = z.object({ status: z.literal('ok') })
const Ready = Alive.extend({ parts: z.record(z.enum(['backend', 'database', 'disk', 'relay']), z.literal('ok')) })

export const serverLayer = {
  csrfToken: get('/api/auth/csrf-token', {
    access: 'public',
    reply: z.object({ csrfToken: z.string() }),
    says: 'Get a CSRF token; sets its cookie',
  }),
  signInOptions: get('/api/auth/sign-in-options', {
    access: 'public',
    reply: z.object({
      identityProvider: z.boolean(),
      /** This browser has signed in there within five minutes, as somebody who has no account here. */
      noAccount: z.boolean(),
    }),
    says: 'Tell whether an identity provider is offered, and whether it led to no account',
  }),
  health: get('/api/health', { access: 'public', reply: Alive, says: 'Tell that the server layer runs' }),
  ready: get('/api/ready', {
    access: 'public',
    reply: Ready,
    says: 'Tell whether backend, database, disk and relay are well, or which of them is not',
  }),
  databaseHealth: get('/api/health/database', {
    access: 'public',
    reply: Alive,
    says: 'Tell whether the database answers',
  }),
  errorLog: post('/api/proxy/error-log', ErrorReport, {
    access: 'signed-in',
    reply: null,
    limit: perMinute(60),
    changes: [],
    says: 'Report an error seen in the browser',
  }),
}

/** Not under /api, present only when NODE_ENV is development (spec 4.4). */
export const developmentOnly = {
  login: post('/dev-login', z.looseObject({}), {
    access: 'public',
    reply: z.object({ token: z.string() }),
    changes: [],
    says: 'Any credentials; a stub token',
  }),
  user: get('/dev-user', {
    access: 'public',
    reply: z.object({ userId: z.string(), email: z.string(), displayName: z.string(), role: z.string() }),
    says: 'The stub user',
  }),
  bleScan: get('/ble/scan', {
    access: 'public',
    reply: z.object({ scanning: z.boolean(), receiversOnline: z.number().int() }),
    says: 'BLE scanner status',
  }),
  bleStatus: get('/ble/status', {
    access: 'public',
    reply: z.object({ devices: z.array(z.object({ deviceId: z.string(), lastSeenAt: z.string().nullable() })) }),
    says: 'BLE device list',
  }),
}
