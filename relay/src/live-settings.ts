// The settings that a reload changes while clients are connected. Those who use them hold these objects, which change in place;
// new rules of a namespace hold for new subscriptions. Port, sizes of frames and the admin page stay until a restart.
import type { Authentication, ConnectionGrant } from './authentication/authentication.ts'
import { centrifugoTokens } from './authentication/centrifugo-tokens.ts'
import { productTokens } from './authentication/product-tokens.ts'
import type { Settings } from './config.ts'
import { createKeyCheck, type KeyCheck } from './publish-api/api-key.ts'

export function createLiveSettings(settings: Settings) {
  const limits = { ...settings.limits }
  const namespaces = new Map(settings.namespaces)
  const originPatterns = [...settings.origins]
  let isKey = keyCheckOf(settings)
  let tokens = tokensOf(settings)
  const authentication: Authentication = {
    get withoutToken() {
      return tokens.withoutToken
    },
    get allowsEverything() {
      return tokens.allowsEverything
    },
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
      isKey = keyCheckOf(next)
      tokens = tokensOf(next)
    },
  }
}

function keyCheckOf({ apiKeys, openDoors }: Settings): KeyCheck {
  return openDoors.api ? () => true : createKeyCheck(apiKeys)
}

const anonymous: ConnectionGrant = { user: '', expiresAt: null, channels: new Map() }

function tokensOf({ tokenRules, tokenSecrets, demandedClaims, openDoors }: Settings): Authentication {
  const { connection, subscription } =
    tokenRules === 'product' ? productTokens(tokenSecrets) : centrifugoTokens(tokenSecrets, demandedClaims)
  return {
    withoutToken: openDoors.clients || openDoors.anonymousClients ? anonymous : null,
    allowsEverything: openDoors.clients,
    connection(token) {
      const verdict = connection(token)
      return verdict.ok && openDoors.clients ? { ...verdict, expiresAt: null } : verdict
    },
    subscription,
  }
}
