// Forms of values that several sections of a configuration file have: durations, patterns, TLS. Used by the schemas beside this file.
import { z } from 'zod'
import type { RedisTls } from '../../engine/redis-address.ts'

const unitsInSeconds: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 0.001, s: 1, m: 60, h: 3600 }

/** Go's notation, such as `1m30s`; answers seconds. */
export const Duration = z.string().transform((text, context) => {
  if (text === '0') return 0
  const terms = [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  if (terms.length === 0 || terms.map(([term]) => term).join('') !== text) {
    context.addIssue('must be a duration such as "10s" or "1m30s"')
    return z.NEVER
  }
  return terms.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitsInSeconds[unit ?? ''] ?? 0), 0)
})

/** Go's syntax where it is JavaScript's too, and Go's way to name a group. */
export const Pattern = z.string().transform((text, context) => {
  try {
    return text === '' ? null : new RegExp(text.replaceAll('(?P<', '(?<'), 'u')
  } catch {
    context.addIssue('must be a regular expression')
    return z.NEVER
  }
})

/** Keys and certificates in PEM. */
export const TlsOptions = z
  .strictObject({
    enabled: z.boolean().default(false),
    cert_pem: z.string().default(''),
    key_pem: z.string().default(''),
    server_ca_pem: z.string().default(''),
    insecure_skip_verify: z.boolean().default(false),
    server_name: z.string().default(''),
  })
  .optional()

type TlsContent = z.infer<typeof TlsOptions>

export function tlsOf(content: TlsContent): RedisTls | undefined {
  if (!content?.enabled) return undefined
  return {
    ca: content.server_ca_pem || undefined,
    cert: content.cert_pem || undefined,
    key: content.key_pem || undefined,
    serverName: content.server_name || undefined,
    rejectUnauthorized: !content.insecure_skip_verify,
  }
}
