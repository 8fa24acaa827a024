// Takes whatever looks like a token, a key or a password out of a text that somebody else wrote. Called by the error-log route.
// The text is hostile: every pattern begins where a run of characters begins, so that the time grows with the length only.
import { withoutSecretPaths } from './secret-paths.ts'

const sensitive = /token|secret|password|key|code|auth/i

export function maskedText(text: string): string {
  return withoutSecretPaths(text)
    .replace(/[A-Za-z0-9_.-]{17,}/g, (run) => (isDottedToken(run) ? '***' : run))
    .replace(/\b(bearer|basic)\s+\S+/gi, '$1 ***')
    .replace(/(?<![\w-])([\w-]+)(["']?\s*[=:]\s*["']?)[^\s"'&;]+/g, (all: string, name: string, between: string) =>
      sensitive.test(name) ? `${name}${between}***` : all,
    )
    .replace(/\b[0-9a-f]{32,}\b/gi, '***')
}

/** Two long parts with a dot between them, as in both formats of an app token. */
function isDottedToken(run: string): boolean {
  const pieces = run.split('.')
  return pieces.some((piece, at) => piece.length >= 8 && (pieces[at + 1] ?? '').length >= 8)
}
