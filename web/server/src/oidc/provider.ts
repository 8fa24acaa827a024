// The identity provider as this process sees it, through openid-client: found once, at first need, and again after a failure,
// so that a provider which is down keeps nothing else from working.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import type { OidcSettings } from '../config.ts'
import type { Pending } from './provider-session.ts'

export type Claims = Readonly<Record<string, unknown>>

export type Provider = {
  /** Where to send the browser, and what to remember until it comes back. */
  readonly begin: (returnTo: string) => Promise<{ url: string; pending: Pending }>
  /** Throws when the answer is not the one to our question. `query` starts with `?`. */
  readonly finish: (query: string, pending: Pending) => Promise<Claims>
  readonly endUrl: () => Promise<string>
}

/** Seconds for any one request to the provider. */
const timeout = 5
const scope = 'openid email profile groups'

export function createProvider(settings: OidcSettings): Provider {
  const redirectUri = new URL('/auth/callback', settings.publicUrl).href
  let found: Promise<Configuration> | null = null
  const configuration = () => {
    found ??= discover(settings).catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
  return {
    begin: async (returnTo) => {
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), returnTo }
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, pending }
    },
    finish: async (query, pending) => {
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, new URL(redirectUri + query), {
        pkceCodeVerifier: pending.verifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      // Many providers keep the ID token small and answer e-mail and groups here.
      const more = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, claims.sub)
        : {}
      return { ...claims, ...more }
    },
    endUrl: async () => {
      const config = await configuration()
      const back = new URL('/login', settings.publicUrl).href
      if (config.serverMetadata().end_session_endpoint === undefined) return back
      return buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
    },
  }
}

function discover(settings: OidcSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const authentication = clientSecret === null ? None() : ClientSecretPost(clientSecret)
  // Plain HTTP only to a provider on this machine (config.ts refuses any other).
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), clientId, undefined, authentication, { timeout, execute })
}
