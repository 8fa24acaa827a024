// Which address the page opens for live updates, given what negotiate answered (rules 6).

export type PageLocation = { readonly protocol: string; readonly hostname: string; readonly host: string }

/**
 * On one machine negotiate names the relay's own loopback port, but the production CSP allows only `'self'` and `wss:`.
 * The server layer passes `/connection/*` on to the relay, so there the page uses its own host. Everywhere else the
 * negotiated address is used as it is.
 */
export function relayUrlFor(negotiated: string, page: PageLocation): string {
  const url = new URL(negotiated)
  if (!isLoopback(url.hostname) || !isLoopback(page.hostname)) return negotiated
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${url.pathname}${url.search}`
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
