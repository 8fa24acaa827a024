// The page's requests to the relay: login, what it shows, what it does. The token lives as long as the tab.

const storageKey = 'relay-admin'

/** Wherever the page was put. */
const home = location.pathname.replace(/\/*$/, '/')

let token = sessionStorage.getItem(storageKey)

export const isLoggedIn = () => token !== null

export function forgetToken(): void {
  token = null
  sessionStorage.removeItem(storageKey)
}

/** Answers what to say to the operator; null when it worked. */
export async function logIn(password: string): Promise<string | null> {
  const answer = await fetch(`${home}login`, { method: 'POST', body: password })
    .then((response) => response.json() as Promise<{ token?: string; message?: string }>)
    .catch(() => ({ token: undefined, message: 'The relay does not answer.' }))
  if (answer.token === undefined) return answer.message ?? ''
  token = answer.token
  sessionStorage.setItem(storageKey, token)
  return null
}

/** With a body it is a POST. Forgets the token when the relay does. */
export async function ask(path: string, body?: string): Promise<unknown> {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(home + path, { headers: { 'x-relay-admin': token ?? '' }, method, body })
  if (response.status === 401) {
    forgetToken()
    throw new Error('Logged out.')
  }
  if (!response.ok) throw new Error(`The relay answered ${response.status}.`)
  return response.json()
}
