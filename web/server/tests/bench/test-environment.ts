// The environment of a server layer under test: production, an audit file of its own, secrets that the tests know.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../src/config.ts'

export type TestEnvironment = { readonly [K in keyof typeof Environment.shape]?: string }

export const apiSecret = 'c0ffee00'.repeat(3) + '5ca1ab1e'.repeat(5)
export const exchangeSecret = 'ab12cd34'.repeat(8)
export const sessionSecret = 'ef56ab78'.repeat(8)

export type GivenEnvironment = {
  readonly values: TestEnvironment
  readonly readAuditFile: () => string
  readonly remove: () => void
}

export function testEnvironment(backendUrl: string, environment: TestEnvironment): GivenEnvironment {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-web-'))
  const auditFile = environment.AUDIT_LOG_FILE ?? join(folder, 'audit.log')
  return {
    values: {
      NODE_ENV: 'production',
      WEB_HOST: '127.0.0.1',
      WEB_PORT: '0',
      BACKEND_URL: backendUrl,
      API_SECRET: apiSecret,
      EXCHANGE_SECRET: exchangeSecret,
      SESSION_SECRET: sessionSecret,
      AUDIT_LOG_FILE: auditFile,
      CSP_SCRIPT_HOSTS: '',
      CSP_STYLE_HOSTS: '',
      CSP_FONT_HOSTS: '',
      CSP_IMG_HOSTS: '',
      LOG_LEVEL: 'info',
      // However slow the machine is: what fills the queue stays in it.
      READ_WAITS_MS: '60000',
      ...environment,
    },
    readAuditFile: () => readIfThere(auditFile),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
