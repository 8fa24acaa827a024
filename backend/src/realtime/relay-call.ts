// One call of the relay's HTTP API (spec 4.5): 3 s at most, and whatever goes wrong is an error, also one inside a 200.
// Used by publisher.ts and disconnect-user.ts, which never let it through.

export type RelayCall = (method: 'publish' | 'disconnect' | 'info', params: object) => Promise<void>

type Options = {
  /** REALTIME_PUBLISH_URL, `…/api`. */
  readonly url: string
  readonly apiKey: string
}

const timeoutMs = 3000

export function createRelayCall({ url, apiKey }: Options): RelayCall {
  const base = url.replace(/\/$/, '')
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  return async (method, params) => {
    const body = JSON.stringify(params)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${base}/${method}`, { method: 'POST', headers, body, signal })
    const answer = await response.text()
    if (!response.ok) throw new Error(`The relay answered ${response.status}.`)
    // The relay reports its own refusals inside a 200.
    if (answer.includes('"error"')) throw new Error('The relay refused the message.')
  }
}
