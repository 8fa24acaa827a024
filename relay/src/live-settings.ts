// The settings that a reload changes while clients are connected. Those who use them hold these objects, which change in place;
// new rules of a namespace hold for new subscriptions. Port, sizes of frames and the admin page stay until a restart.
import type { Authentication } from './authentication/authentication.ts'
import { centrifugoTokens } from './authentication/centrifugo-tokens.ts'
import { productTokens } from './authentication/product-tokens.ts'
import type { Settings } from './config.ts'
import { createKeyCheck } from './publish-api/api-key.ts'

export function createLiveSettings(settings: Settings) {
  const limits = { ...settings.limits }
  const namespaces = new Map(settings.namespaces)
  const originPatterns = [...settings.origins]
  let isKey = createKeyCheck(settings.apiKeys)
  let tokens = tokensOf(settings)
  const authentication: Authentication = {
    connection: (token) => tokens.connection(token),
    get subscription() {
      return tokens.subscription
    },
  }

  return {
    limits,
    namespaces,
    originPatterns,
    authentication,
    isKey: (given: string | null) => isKey(given),
    reload(next: Settings): void {
      Object.assign(limits, next.limits)
      namespaces.clear()
      for (const [name, rules] of next.namespaces) namespaces.set(name, rules)
      originPatterns.splice(0, Infinity, ...next.origins)
      isKey = createKeyCheck(next.apiKeys)
      tokens = tokensOf(next)
    },
  }
}

function tokensOf({ tokenRules, tokenSecrets }: Settings): Authentication {
  return tokenRules === 'product' ? productTokens(tokenSecrets) : centrifugoTokens(tokenSecrets)
}
