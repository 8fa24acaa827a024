// Tells requests that came through the reverse proxy from those of this machine: the proxy adds these headers, and a stranger cannot
// take them away. Who may be believed is the matter of `peers.ts`. Also: headers that backends are told.

const proxyHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

export function cameThroughProxy(headers: Headers): boolean {
  return proxyHeaders.some((name) => headers.has(name))
}

/** The right-most entry is the one that our own proxy wrote. */
export function clientAddress(headers: Headers, socketAddress: () => string): string {
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  return forwarded && forwarded.length <= 64 ? forwarded : socketAddress()
}

export function headersToKeep(
  { headers }: Request,
  names: ReadonlySet<string>,
): ReadonlyMap<string, string> | undefined {
  if (names.size === 0) return undefined
  const found = [...names].flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Map(found)
}
