import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allRows } from '@rollcall/contracts/api'
import { describe, expect, it } from 'vitest'
import { isSecretRead, loggablePath, secretPages, withoutSecretPaths } from './secret-paths.ts'

const secret = 'kD3xN-9_~secret.of-a-link%20'

describe('a path for the log', () => {
  const rows = allRows.filter((row) => row.secret.length > 0)
  it('is known to carry secrets in some rows', () => expect(rows.length).toBeGreaterThan(2))

  // holds rules 5-15
  it.each([...rows.map(({ path }) => path), ...secretPages])('of %s has no secret', (pattern) => {
    const path = pattern.replace(/\{\w+\}/, secret)
    for (const odd of [path, `${path}/`, `${path}/more`, path.replace(/^\/\w+/, (first) => first.toUpperCase())])
      expect(loggablePath(odd)).toBe(odd.replace(secret, '***'))
  })

  it.each([
    '/api/phone-beacon/irk-records',
    '/api/phone-beacon/onboarding-token',
    '/api/phone-beacon/complete-enrollment',
    '/api/zones/7c0f6a3e-12f4-4d7a-8f0e-2f8f1f5c6b10',
    '/muster',
    '/',
  ])('leaves %s as it is', (path) => expect(loggablePath(path)).toBe(path))

  it('takes a secret for one although it begins like a fixed name', () => {
    expect(loggablePath('/api/phone-beacon/irk-records-of-mine')).toBe('/api/phone-beacon/***')
  })

  it('takes odd letters for a secret, too', () => expect(loggablePath('/muster-link/!a')).toBe('/muster-link/***'))

  it('has at most 1,024 characters, and says where it was cut', () => {
    expect(loggablePath(`/${'a'.repeat(5000)}`)).toBe(`/${'a'.repeat(1022)}…`)
    expect(loggablePath(`/${'a'.repeat(1023)}`)).toBe(`/${'a'.repeat(1023)}`)
  })
})

it('secrets are found in a text too', () => {
  const text = `at https://app.example/muster-link/${secret}?x=1 and "/api/api/phone-beacon/${secret}"`
  expect(withoutSecretPaths(text)).toBe('at https://app.example/muster-link/***?x=1 and "/api/api/phone-beacon/***"')
})

it('whoever reads by a link needs no session, and nobody else', () => {
  const links = ['contact-link', 'kiosk', 'muster-link', 'phone-beacon'].map((name) => `/api/${name}/${secret}`)
  const open = [...links.map((path) => path.toUpperCase().replace('/API', '/api')), ...links].map(isSecretRead)
  expect(open).toEqual([false, false, false, false, true, true, true, true])
  const others = [
    ...links.map((path) => `${path}/more`),
    ...links.map((path) => `/x${path}`),
    ...links.map((path) => path.replace('/api', '')),
    `/kiosk/${secret}/scan`,
    '/api/phone-beacon/irk-records',
    '/api/kiosk',
    '/api/zones',
    '/api/health',
    '/',
  ]
  expect(others.filter(isSecretRead)).toEqual([])
  const guarded = allRows.filter(({ access }) => access !== 'public').map(({ path }) => path)
  expect(guarded.map((path) => path.replaceAll(/\{\w+\}/g, secret)).filter(isSecretRead)).toEqual([])
})

it('every page of the application with a secret in its address is in the list', () => {
  const folder = fileURLToPath(new URL('../../app/src/', import.meta.url))
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('routes.ts'))
  const paths = routes.flatMap((name) =>
    [...readFileSync(folder + name, 'utf8').matchAll(/'(\/[^' ]*:(?:token|secret|code|key)\b[^' ]*)'/g)].map(
      ([, path = '']) => path.replaceAll(/:(\w+)/g, '{$1}'),
    ),
  )
  expect(paths.sort()).toEqual([...secretPages].sort())
})
