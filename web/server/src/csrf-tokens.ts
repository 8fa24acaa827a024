// Makes CSRF tokens (rules 2: at least 128 random bits). In the strict profile a token is signed and bound to the session
// it was made for, so that a planted cookie pair is worth nothing (rules 4).
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type CsrfTokens = {
  /** `session` is the auth_token the browser will send along, if any. */
  readonly create: (session: string | undefined) => string
  readonly isOurs: (token: string, session: string | undefined) => boolean
}

/** The first secret signs; all verify. */
export function createCsrfTokens(options: { bindingSecrets: readonly string[] | null }): CsrfTokens {
  const random = () => randomBytes(24).toString('base64url')
  const { bindingSecrets } = options
  if (bindingSecrets === null) return { create: random, isOurs: () => true }

  const sign = (value: string, session: string | undefined, secret = bindingSecrets[0] ?? '') =>
    createHmac('sha256', secret)
      .update(`csrf\n${value}\n${session ?? ''}`)
      .digest('base64url')
  return {
    create: (session) => {
      const value = random()
      return `${value}.${sign(value, session)}`
    },
    isOurs: (token, session) => {
      const dot = token.indexOf('.')
      if (dot === -1) return false
      const given = Buffer.from(token.slice(dot + 1))
      return bindingSecrets.some((secret) => {
        const expected = Buffer.from(sign(token.slice(0, dot), session, secret))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
  }
}
