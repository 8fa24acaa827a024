// The address of a call, from its row (spec 4.1.1): path parameters filled in, query appended.
import type { Endpoint } from '@rollcall/contracts/endpoint'

export type UrlParts = {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: unknown
}

export function rowUrl(row: Pick<Endpoint, 'path'>, { params, query }: UrlParts = {}): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name]
    // An empty segment would silently address the list instead of the one resource.
    if (!value) throw new Error(`${row.path} needs a value for ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
