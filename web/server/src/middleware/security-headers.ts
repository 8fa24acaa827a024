// Middleware 1: the header table of the specification's appendix, development and production, on every answer. The table is
// made once; parser-level answers and refused upgrades take it from here too (rules 4).
import type { Middleware } from './run-middleware.ts'

export type ContentHosts = {
  readonly script: readonly string[]
  readonly style: readonly string[]
  readonly image: readonly string[]
  readonly font: readonly string[]
}

export type SecurityHeaderTable = {
  /** Flat name, value, name, value. */
  readonly fixed: readonly string[]
  /** The strict profile's page: its own scripts and styles carry the nonce, nothing else inline runs. */
  readonly withNonce: (nonce: string) => readonly string[]
  readonly usesNonce: boolean
}

export type SecurityHeaderOptions = {
  readonly development: boolean
  readonly strict: boolean
  readonly hosts: ContentHosts
}

export function securityHeaders(table: SecurityHeaderTable): Middleware {
  return (context) => {
    context.securityHeaders = table.fixed
    return undefined
  }
}

export function createSecurityHeaderTable(options: SecurityHeaderOptions): SecurityHeaderTable {
  const { development, strict, hosts } = options
  if (development) {
    const headers = fields(developmentPolicy(hosts))
    return { fixed: headers, withNonce: () => headers, usesNonce: false }
  }
  const transport = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']
  const production = (inline: string) => [...fields(productionPolicy(hosts, inline)), ...transport]
  if (!strict) {
    const headers = production(`'unsafe-inline'`)
    return { fixed: headers, withNonce: () => headers, usesNonce: false }
  }
  return { fixed: production(''), withNonce: (nonce) => production(`'nonce-${nonce}'`), usesNonce: true }
}

/** A backend header of one of these names gives way to ours. */
export const ownedHeaderNames: ReadonlySet<string> = new Set([
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
])

function fields(policy: string): string[] {
  return Object.entries({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), microphone=(), camera=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }).flat()
}

function productionPolicy(hosts: ContentHosts, inline: string): string {
  return policy([
    ['default-src', `'self'`],
    ['script-src', `'self'`, inline, ...hosts.script],
    ['style-src', `'self'`, inline, ...hosts.style],
    ['img-src', `'self'`, 'data:', 'blob:', ...hosts.image],
    ['font-src', `'self'`, 'data:', ...hosts.font],
    ['connect-src', `'self'`, 'wss:'],
    ...alwaysTight,
  ])
}

/** Hot reload evaluates code and connects to the development server on another port. */
function developmentPolicy(hosts: ContentHosts): string {
  const local = ['http://localhost:*', 'http://127.0.0.1:*', 'ws://localhost:*', 'ws://127.0.0.1:*']
  return policy([
    ['default-src', `'self'`],
    ['script-src', `'self'`, `'unsafe-inline'`, `'unsafe-eval'`, ...hosts.script],
    ['style-src', `'self'`, `'unsafe-inline'`, ...hosts.style],
    ['img-src', `'self'`, 'data:', 'blob:', ...hosts.image],
    ['font-src', `'self'`, 'data:', ...hosts.font],
    ['connect-src', `'self'`, 'ws:', 'wss:', ...local],
    ...alwaysTight,
  ])
}

const alwaysTight = [
  ['frame-ancestors', `'none'`],
  ['object-src', `'none'`],
  ['base-uri', `'self'`],
  ['form-action', `'self'`],
]

function policy(directives: readonly (readonly string[])[]): string {
  return directives.map((words) => words.filter((word) => word !== '').join(' ')).join('; ')
}
