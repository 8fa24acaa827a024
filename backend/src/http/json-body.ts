// Request bodies: JSON only, an empty one counts as none. The text itself is kept on the login rows alone.
import type { FastifyInstance } from 'fastify'
import { auth } from '@rollcall/contracts/domains/auth'
import type { Endpoint } from '@rollcall/contracts/endpoint'

const loginRows: ReadonlySet<Endpoint | undefined> = new Set<Endpoint>([auth.login, auth.backendLogin])

export function acceptJsonOnly(app: FastifyInstance): void {
  // Refuses __proto__ and constructor.prototype keys.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, undefined)
    if (loginRows.has(request.routeOptions.config.row)) request.bodyText = body
    void parse(request, body, done)
  })
}
