// The header table of the appendix (SH-01, SH-02), which every answer of a bench is held to: each name exactly once, with exactly
// its value, and nothing that names the server.
import type { RawAnswer } from './raw-http.ts'
import type { TestEnvironment } from './test-environment.ts'

const fixed: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), microphone=(), camera=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** What the backend adds for a file, behind our own policy. */
const shutIn = `, default-src 'none'; style-src 'unsafe-inline'; sandbox`

/** What is wrong with the headers of an answer, or null. */
export function headerFault(answer: RawAnswer, environment: TestEnvironment): string | null {
  for (const [name, value] of Object.entries(expectedHeaders(environment))) {
    const found = answer.all(name).map((text) => (name === 'content-security-policy' ? text.replace(shutIn, '') : text))
    if (found.length !== 1 || found[0] !== value) return `${answer.status}: ${name} is ${JSON.stringify(found)}`
  }
  const named = ['x-powered-by', 'server', 'via'].filter((name) => answer.all(name).length > 0)
  if (named.length > 0) return `${answer.status}: ${named.join()} is told`
  return answer.all('x-request-id').length === 1 ? null : `${answer.status}: not one request id`
}

/** Development and the strict profile have other policies; their tests compare those themselves. */
function expectedHeaders(environment: TestEnvironment): Readonly<Record<string, string>> {
  if (environment.NODE_ENV === 'development') return fixed
  const transport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
  if (environment.SECURITY_PROFILE === 'strict') return { ...fixed, ...transport }
  return { ...fixed, ...transport, 'content-security-policy': standardPolicy(environment) }
}

function standardPolicy(environment: TestEnvironment): string {
  const directive = (text: string, hosts: string | undefined) => (hosts ? `${text} ${hosts}` : text)
  return [
    `default-src 'self'`,
    directive(`script-src 'self' 'unsafe-inline'`, environment.CSP_SCRIPT_HOSTS),
    directive(`style-src 'self' 'unsafe-inline'`, environment.CSP_STYLE_HOSTS),
    directive(`img-src 'self' data: blob:`, environment.CSP_IMG_HOSTS),
    directive(`font-src 'self' data:`, environment.CSP_FONT_HOSTS),
    `connect-src 'self' wss:`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
  ].join('; ')
}
