// The settings that a reload changes while clients are connected. Those who use them hold these objects, which change in place;
// new rules of a namespace hold for new subscriptions. Port, paths, sizes and compression of frames, and the admin page stay
// until a restart.
import type { Authentication, ConnectionGrant } from './authentication/authentication.ts'
import { centrifugoTokens } from './centrifugo/tokens/centrifugo-tokens.ts'
import type { Proxy } from './centrifugo/proxies/proxy.ts'
import { productTokens } from './authentication/product-tokens.ts'
import type { Settings } from './config.ts'
import { createKeyCheck, showsKey } from './publish-api/api-key.ts'

export function createLiveSettings(settings: Settings) {
  const limits = { ...settings.limits }
  const namespaces = new Map(settings.namespaces)
  const originPatterns = [...settings.origins]
  const proxies = { ...settings.proxies }
  const keptHeaders = new Set<string>()
  keepHeaders(settings)
  let mayCall = callersOf(settings)
  let tokens = tokensOf(settings)
  const authentication: Authentication = {
    get withoutToken() {
      return tokens.withoutToken
    },
    get needsUser() {
      return tokens.needsUser
    },
    get oneConnectionEach() {
      return tokens.oneConnectionEach
    },
    get allowsEverything() {
      return tokens.allowsEverything
    },
    connection: (token) => tokens.connection(token),
    completed: (grant) => tokens.completed(grant),
    get subscription() {
      return tokens.subscription
    },
  }

  /** Those of a connecting request that a backend is told. */
  function keepHeaders(next: Settings): void {
    keptHeaders.clear()
    for (const proxy of allProxies(next)) for (const name of proxy.headers) keptHeaders.add(name)
  }

  return {
    limits,
    proxies,
    keptHeaders: keptHeaders as ReadonlySet<string>,
    namespaces,
    originPatterns,
    authentication,
    /** Whether a request may use the HTTP API. */
    mayCall: (request: Request) => mayCall(request),
    reload(next: Settings): void {
      Object.assign(limits, next.limits)
      namespaces.clear()
      for (const [name, rules] of next.namespaces) namespaces.set(name, rules)
      originPatterns.splice(0, Infinity, ...next.origins)
      Object.assign(proxies, next.proxies)
      keepHeaders(next)
      mayCall = callersOf(next)
      tokens = tokensOf(next)
    },
  }
}

function allProxies({ proxies, namespaces }: Settings): Proxy[] {
  const ofChannels = [...namespaces.values()].flatMap((rules) => Object.values(rules.proxies))
  return [proxies.connect, proxies.refresh, ...proxies.calls.values(), ...ofChannels].filter((one) => one !== null)
}

function callersOf({ apiKeys, insecureAccess, centrifugoTokens: readings }: Settings): (request: Request) => boolean {
  const isKey = createKeyCheck(apiKeys)
  return insecureAccess.api ? () => true : (request) => showsKey(request, isKey, readings !== null)
}

const anonymous: ConnectionGrant = { user: '', expiresAt: null, channels: new Map() }

function tokensOf({ tokenSecrets, centrifugoTokens: readings, ...settings }: Settings): Authentication {
  const { insecureAccess, needsUser, oneConnectionEach, personalNamespace } = settings
  const { connection, subscription } = readings ? centrifugoTokens(readings) : productTokens(tokenSecrets)
  const completed = (grant: ConnectionGrant): ConnectionGrant => ({
    ...grant,
    channels:
      personalNamespace === null ? grant.channels : withPersonalChannel(grant.user, personalNamespace, grant.channels),
  })
  return {
    withoutToken: insecureAccess.clients || insecureAccess.anonymousClients ? anonymous : null,
    needsUser,
    oneConnectionEach,
    allowsEverything: insecureAccess.clients,
    connection(token) {
      const verdict = connection(token)
      if (!verdict.ok) return verdict
      const { user, info, meta, channels, expiresAt } = verdict
      return {
        ok: true,
        ...completed({ user, info, meta, channels, expiresAt: insecureAccess.clients ? null : expiresAt }),
      }
    },
    completed,
    subscription,
  }
}

/** `#user`, or `namespace:#user`. */
function withPersonalChannel(user: string, namespace: string, channels: ConnectionGrant['channels']) {
  const own = `${namespace === '' ? '' : `${namespace}:`}#${user}`
  return user === '' || channels.has(own) ? channels : new Map([...channels, [own, {}]])
}
