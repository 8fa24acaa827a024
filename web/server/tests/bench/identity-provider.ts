// A real OpenID provider (oidc-provider) on this machine, with one client and accounts as told, and a browser that signs in there.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { vi } from 'vitest'

export type IdentityProvider = {
  readonly issuer: string
  readonly accounts: Map<string, object>
  readonly close: () => Promise<void>
}

export const clientId = 'rollcall'
export const clientSecret = 'client-credential-of-the-tests'

export async function startIdentityProvider(publicUrl: () => string): Promise<IdentityProvider> {
  const accounts = new Map<string, object>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // It warns about its quick-start keys and forms, which are what a test wants.
  const quiet = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl()}/auth/callback`],
        post_logout_redirect_uris: [`${publicUrl()}/login`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts.get(id) }),
    }),
    cookies: { keys: ['key-of-the-tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  quiet.mockRestore()
  server.on('request', provider.callback())
  return {
    issuer,
    accounts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Page = { readonly url: string; readonly status: number; readonly headers: Headers; readonly text: string }

/** Follows redirects between the application and the provider and keeps cookies per origin, as a browser does. */
export class Browser {
  readonly jars = new Map<string, Map<string, string>>()
  /** Every address visited, in order. */
  readonly visited: string[] = []

  jar(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const jar = this.jars.get(origin) ?? new Map<string, string>()
    this.jars.set(origin, jar)
    return jar
  }

  async open(url: string, form?: Record<string, string>): Promise<Page> {
    let [address, body] = [url, form]
    for (let hops = 0; hops < 15; hops += 1) {
      const page = await this.once(address, body)
      const location = page.headers.get('location')
      if (page.status < 300 || page.status >= 400 || location === null) return page
      ;[address, body] = [new URL(location, address).href, undefined]
    }
    throw new Error(`redirects without end: ${this.visited.join(' ')}`)
  }

  async once(url: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    this.visited.push(url)
    const jar = this.jar(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
      body: form ? new URLSearchParams(form) : null,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '' || attributes.some((text) => /^max-age=0$/i.test(text))) jar.delete(name)
      else jar.set(name, value)
    }
    return { url, status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** From /auth/login through the provider's two forms and back. */
  async signIn(publicUrl: string, account: string, returnTo = '/floors'): Promise<Page> {
    let page = await this.open(`${publicUrl}/auth/login?returnTo=${encodeURIComponent(returnTo)}`)
    for (let forms = 0; forms < 2 && page.text.includes('<form'); forms += 1) {
      const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const prompt = /name="prompt" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      page = await this.open(new URL(action, page.url).href, { prompt, login: account, password: 'any' })
    }
    return page
  }
}
