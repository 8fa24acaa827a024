// The whole API: every domain's rows, from the list in domains.ts. `backendRows` are implemented by the backend and proxied by the
// server layer; `serverLayer` rows end in the server layer.
import * as domains from './domains.ts'
import type { Endpoint } from './endpoint.ts'

type Domains = typeof domains
type Rows = { readonly [Name in keyof Domains]: Name extends keyof Domains[Name] ? Domains[Name][Name] : never }
export type BackendRows = Omit<Rows, 'serverLayer'>

/** Every row by domain and name, as the browser calls it and OpenAPI lists it. */
export const rowsByDomain = Object.fromEntries(
  Object.entries<Record<string, unknown>>(domains).map(([name, file]) => [name, file[name]]),
) as Rows

const { serverLayer: _, ...rows } = rowsByDomain
export const backendRows: BackendRows = rows

export const allRows: readonly Endpoint[] = Object.values(rowsByDomain).flatMap((domain) =>
  Object.values<Endpoint>(domain),
)
