// Paths that carry a secret, and how they are written down: in the log, in audit lines, and in texts of the browser (masked-text.ts).
// Which parameters are secret is said by the contract's rows and, for pages, by the list here. Metrics know route patterns only.
import { allRows } from '@rollcall/contracts/api'

/** Pages that a one-time link leads to; their tokens are those of the API's rows of the same names. */
export const secretPages = [
  '/phone-beacon/{token}',
  '/muster-link/{token}',
  '/contact-link/{token}',
  '/kiosk/{token}',
] as const

const patterns = [...secretPages, ...allRows.flatMap((row) => row.secret.map((name) => upTo(row.path, name)))].map(
  patternOf,
)

const reads = allRows.filter(({ method, path, access, secret }) => {
  const isLink = access === 'public' && secret.length > 0
  return method === 'GET' && isLink && path.startsWith('/api/')
})
const secretReads = reads.map(({ path }) => new RegExp(`${patternOf(path).source}$`))

/** Whether whoever asks for this proves himself by the path alone. */
export function isSecretRead(path: string): boolean {
  return secretReads.some((pattern) => path.search(pattern) === 0)
}

/** `text` with every secret in a path replaced, whatever the method and whatever follows. */
export function withoutSecretPaths(text: string): string {
  return patterns.reduce((masked, pattern) => masked.replace(pattern, '$1***'), text)
}

/** A path for the log: without its secret, and short enough to keep an audit line below 8 KiB. */
export function loggablePath(path: string): string {
  return shortened(withoutSecretPaths(path), 1024)
}

export const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

/** The path until the end of this parameter. */
function upTo(path: string, name: string): string {
  return path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
}

/** Case does not matter: a misspelt address carries the same secret. Fixed segments that other rows have in its place stay. */
function patternOf(path: string): RegExp {
  const before = path.slice(0, path.lastIndexOf('{'))
  const siblings = allRows
    .filter((row) => row.path.startsWith(before) && row.path[before.length] !== '{')
    .map((row) => row.path.slice(before.length).split('/')[0])
  const fixed = siblings.length === 0 ? '' : `(?!(?:${[...new Set(siblings)].join('|')})(?![\\w%.~-]))`
  const literal = before.replaceAll(/\{\w+\}/g, '[^\\s/?#]+')
  // A page of the same name as rows is not meant where those are.
  const start = path.startsWith('/api/') ? '' : '(?<!/api)'
  return new RegExp(`${start}(${literal})${fixed}[^\\s/?#"'<>]+`, 'gi')
}
