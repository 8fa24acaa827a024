// What a path could have been asked with: a known path with another method is 405 with Allow, not 404 (rules 1). Called by create-app.ts.
import type { FastifyInstance } from 'fastify'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { problemReply } from '@rollcall/contracts/problems'

const rows = Object.values(backendRows).flatMap((named) => Object.values<Endpoint>(named))
const known = rows.map(({ method, path }) => ({
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

export function answerOtherMethods(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const allowed = new Set(known.filter((row) => row.path.test(path)).flatMap(({ methods }) => methods))
    if (allowed.size === 0) return reply.code(404).send(problemReply('not_found', request.id))
    reply.header('allow', [...allowed].toSorted().join(', '))
    return reply.code(405).send(problemReply('method_not_allowed', request.id))
  })
}
