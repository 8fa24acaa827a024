// Request bodies: JSON only, an empty one counts as none. The text itself is kept on the login rows alone.
import type { FastifyInstance } from 'fastify'

const loginRows: ReadonlySet<string | undefined> = new Set(['auth.login', 'auth.backendLogin'])

export function acceptJsonOnly(app: FastifyInstance): void {
  // Refuses __proto__ and constructor.prototype keys.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = String(text)
    if (body.trim() === '') return done(null, undefined)
    if (loginRows.has(request.routeOptions.config.key)) request.bodyText = body
    void parse(request, body, done)
  })
}
