// The one canonical path (rules 4): every decision and the forwarded request use the same raw string, so a path that
// could be read in two ways is refused here, before anything else looks at it. Called once per request by request-context.ts.

/** Longest accepted request target, bytes; the whole header block may have 16 KiB. */
export const maxTargetLength = 6144

/** `query` is raw and starts with `?`, or is empty. */
export type RequestTarget = { readonly path: string; readonly query: string }

export function parseTarget(rawTarget: string, host: string): RequestTarget | 'malformed_path' | 'headers_too_large' {
  if (rawTarget.length > maxTargetLength) return 'headers_too_large'
  const target = originForm(rawTarget, host)
  if (target === null || target.includes('#')) return 'malformed_path'
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const query = mark === -1 ? '' : target.slice(mark)
  return isCanonicalPath(path) && isQuery(query) ? { path, query } : 'malformed_path'
}

/** Whole segments only: `/api/admin` and `/api/admin/…`, never `/api/administrator`. */
export function isUnder(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

/** Absolute form is accepted only where it says what `Host` says; what follows the authority is then the target. */
function originForm(target: string, host: string): string | null {
  if (target.startsWith('/')) return target
  const prefix = `http://${host}`
  return target.startsWith(`${prefix}/`) ? target.slice(prefix.length) : null
}

// The parser has already refused spaces and control characters; bytes above 0x7f would be re-encoded somewhere behind us.
const isQuery = (query: string) => /^[\x21-\x7e]*$/.test(query)

// Segments without percent signs: RFC 3986 pchar without `;`, not empty, not ending in a dot (`.`, `..`, `name.`).
const plainPath = /^\/(?:[\w\-~!$&'()*+,=:@.]*[\w\-~!$&'()*+,=:@]\/)*(?:[\w\-~!$&'()*+,=:@.]*[\w\-~!$&'()*+,=:@])?$/

function isCanonicalPath(path: string): boolean {
  if (!path.includes('%')) return plainPath.test(path) && (!/[A-Z]/.test(path) || !hidesProtectedPrefix(path, path))
  const plain = path.replace(/%[0-9A-Fa-f]{2}/g, 'x')
  if (!plainPath.test(plain)) return false
  const decoded = decodeOnce(path)
  return decoded !== null && decoded.split('/').every(isHonestSegment) && !hidesProtectedPrefix(path, decoded)
}

/** Null when an escape is invalid UTF-8, needless (a letter, digit, `-._~`), or a separator or control in disguise. */
function decodeOnce(path: string): string | null {
  for (const [escape] of path.matchAll(/%../g)) {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    if (/[\w\-.~/\\;#?]/.test(character)) return null
  }
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** A decoded segment that would still change under another decoding, trimming or Unicode compatibility mapping. */
function isHonestSegment(segment: string): boolean {
  if (/%[0-9A-Fa-f]{2}|%u/i.test(segment) || segment.trim() !== segment || /\p{Cc}/u.test(segment)) return false
  const folded = segment.normalize('NFKC')
  return folded === segment || !/[/\\;?#%]|^\.{1,2}$/.test(folded)
}

const protectedPrefixes = ['/api', '/api/admin', '/api/audit', '/api/auth', '/api/health', '/api/dev-login']

/** True for `/API/x`, `/api/Admin`, `/api/ａdmin`: under a protected prefix for a lenient reader, not for us. */
function hidesProtectedPrefix(path: string, decoded: string): boolean {
  const folded = decoded
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}]/gu, '')
    .toUpperCase()
    .toLowerCase()
  return protectedPrefixes.some((prefix) => isUnder(folded, prefix) && !isUnder(path, prefix))
}
