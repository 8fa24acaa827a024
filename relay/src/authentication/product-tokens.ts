// The product's own rules for tokens (spec 2.3, rules 7): one hour at most, a user, nothing that grants channels.
import { verifyRelayToken } from '@rollcall/tokens/relay-token'
import type { TokenRules } from './authentication.ts'

const noChannels = new Map<string, never>()

export function productTokens(secrets: readonly string[]): TokenRules {
  return {
    connection(token) {
      const verdict = verifyRelayToken(token, secrets)
      if (verdict.ok) {
        const { sub, exp } = verdict.claims
        return { ok: true, user: sub, expiresAt: exp * 1000, channels: noChannels }
      }
      // A token from a clock ahead of ours is worth another try, like an expired one.
      const isTimely = verdict.reason === 'expired' || verdict.reason === 'not_yet_valid'
      return { ok: false, reason: isTimely ? 'expired' : 'invalid' }
    },
    subscription: null,
  }
}
