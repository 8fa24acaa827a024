// What our hooks hang on a Fastify request.
import type { Endpoint } from '@rollcall/contracts/endpoint'
import type { CurrentUser } from '../auth/current-user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on every row that is not public. */
    user: CurrentUser | null
    /** The body as it was sent, kept on the login rows only: the exchange assertion is signed over it. */
    bodyText: string | null
  }
  interface FastifyContextConfig {
    /** `zones.change`: domain and name of the row. */
    key?: string
    row?: Endpoint
  }
}
