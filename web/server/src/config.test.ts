// What the web process accepts as settings, and how it refuses (rules 5 and 12).
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './config.ts'

const secret = () => randomBytes(32).toString('hex')
const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  API_SECRET: secret(),
  EXCHANGE_SECRET: secret(),
  SESSION_SECRET: secret(),
  ...more,
})
const mistakes = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes
    throw error
  }
}

describe('the settings', () => {
  it('need no more than the secrets', () => {
    expect(readSettings(environment())).toMatchObject({
      port: 3000,
      backendUrl: 'http://127.0.0.1:8200',
      strict: false,
      oidc: null,
      backendTimeoutMs: 30_000,
      healthTimeoutMs: 2000,
      uploadTimeoutMs: 120_000,
      contentHosts: {
        script: ['https://cdn.jsdelivr.net'],
        style: ['https://cdn.jsdelivr.net', 'https://fonts.googleapis.com'],
        font: ['https://fonts.gstatic.com'],
        image: ['https://*.tile.openstreetmap.org', 'https://*.blob.core.windows.net'],
      },
    })
  })

  // holds rules 12-3
  it.each([undefined, '', 'production', 'prod', 'Production', 'Development', 'dev', 'test'])(
    'mean production with NODE_ENV %j',
    (value) => {
      expect(readSettings(environment({ NODE_ENV: value })).development).toBe(false)
    },
  )

  it('mean development with the literal word only, which takes short secrets', () => {
    const settings = readSettings({
      NODE_ENV: 'development',
      API_SECRET: 'a',
      EXCHANGE_SECRET: 'b',
      SESSION_SECRET: 'c',
    })
    expect(settings.development).toBe(true)
  })

  // holds rules 5-9
  it('refuse everything that is wrong in one list, without any value', () => {
    const list = mistakes({
      API_SECRET: 'hunter2',
      EXCHANGE_SECRET: 'password'.repeat(5),
      WEB_PORT: '99999999',
      BACKEND_URL: 'ftp://x',
      TRUSTED_PROXIES: 'localhost',
      SECURITY_PROFILE: 'loose',
      DATABASE_URL: 'nonsense',
      APP_DIR: '/nowhere',
      WEB_HOST: '999.1.1.1/x',
      OIDC_ISSUER: 'http://id.example',
    })
    const named = list.map((line) => line.split(':')[0])
    expect(named.toSorted()).toEqual([
      'API_SECRET',
      'APP_DIR',
      'BACKEND_URL',
      'DATABASE_URL',
      'EXCHANGE_SECRET',
      'OIDC_CLIENT_ID',
      'OIDC_ISSUER',
      'PUBLIC_URL',
      'SECURITY_PROFILE',
      'SESSION_SECRET',
      'TRUSTED_PROXIES',
      'WEB_HOST',
      'WEB_PORT',
    ])
    expect(list.join()).not.toMatch(/hunter2|passwordpassword|99999999|ftp|nonsense|nowhere|999\.1|id\.example/)
  })

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['the word secret', 'secret'],
    ['31 bytes', 'x1y2'.repeat(7) + 'abc'],
    ['repetitive', 'ab'.repeat(32)],
    ['well known', 'your-256-bit-secret-your-256-bit-secret'],
    ['words everybody uses', 'please-change-me: default password 123'],
  ])('refuse an API_SECRET that is %s', (_name, value) => {
    expect(mistakes(environment({ API_SECRET: value }))).toHaveLength(1)
  })

  it.each([
    ['nothing else', {}, []],
    [
      'an identity provider',
      { OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'x', PUBLIC_URL: 'https://app.test' },
      ['EXCHANGE_SECRET: is missing', 'SESSION_SECRET: is missing'],
    ],
    ['the strict profile', { SECURITY_PROFILE: 'strict' }, ['SESSION_SECRET: is missing']],
  ])('ask for the secrets that are used: with %s', (_name, extra, missing) => {
    expect(mistakes({ API_SECRET: secret(), ...extra })).toEqual(missing)
  })

  // holds spec 2.3-5; rules 5-9
  it('refuse secrets that are alike', () => {
    const same = secret()
    expect(mistakes(environment({ API_SECRET: same, REALTIME_HMAC_SECRET: same }))).toEqual([
      'REALTIME_HMAC_SECRET: must differ from API_SECRET',
    ])
    expect(mistakes(environment({ API_SECRET: same, SESSION_SECRET: same }))).toEqual([
      'SESSION_SECRET: must differ from API_SECRET',
    ])
  })

  it('accept former secrets for a rotation, but not weak ones', () => {
    const former = secret()
    const env = environment({ API_SECRET_PREVIOUS: former })
    expect(readSettings(env).apiSecrets).toEqual([env['API_SECRET'], former])
    expect(mistakes(environment({ API_SECRET_PREVIOUS: 'short' }))).toHaveLength(1)
  })

  it.each([
    'deadbeef'.repeat(8),
    '0123456789abcdef'.repeat(4),
    `my-secret-key-${'7f3a9c2e'.repeat(3)}`,
    '7204186593'.repeat(4),
  ])('leave %s to whoever chose it: neither short nor well known', (value) =>
    expect(mistakes(environment({ API_SECRET: value }))).toEqual([]),
  )

  it('accept no random secret for a well-known one', () => {
    for (let count = 0; count < 2000; count += 1) {
      const env = environment({ API_SECRET: randomBytes(32).toString(count % 2 ? 'hex' : 'base64') })
      expect(mistakes(env)).toEqual([])
    }
  })

  it.each([
    ['TRUSTED_PROXIES', '10.0.0.0/40'],
    ['TRUSTED_PROXIES', 'proxy.local'],
    ['BACKEND_URL', 'http://127.0.0.1:8200/base'],
    ['BACKEND_URL', 'not a url'],
    ['WEB_PORT', '-1'],
    ['WEB_PORT', ' '],
    ['WEB_PORT', '0x50'],
    ['WEB_PORT', '1e3'],
    ['WEB_HOST', 'a b'],
    ['WEB_HOST', '999.1.1.1'],
    ['DATABASE_URL', 'mysql://127.0.0.1/db'],
    ['APP_DIR', '/etc/hostname'],
    ['CSP_IMG_HOSTS', "'unsafe-inline'"],
    ['OIDC_ISSUER', 'https://idp.example'],
    ['BACKEND_TIMEOUT_MS', '1'],
  ])('refuse %s=%s', (name, value) => {
    expect(mistakes(environment({ [name]: value })).length).toBeGreaterThan(0)
  })

  it.each(['localhost', '0.0.0.0', '::1', 'fe80::1%eth0', 'web-1.internal'])('take WEB_HOST=%s', (host) => {
    expect(readSettings(environment({ WEB_HOST: host })).host).toBe(host)
  })

  // holds rules 2-8
  it('take an empty list of hosts for none, and an absent one for the default', () => {
    expect(readSettings(environment({ CSP_SCRIPT_HOSTS: '' })).contentHosts.script).toEqual([])
    expect(readSettings(environment()).contentHosts.script).toEqual(['https://cdn.jsdelivr.net'])
  })
})

it('takes secrets from files too, and names the one it cannot read', () => {
  const unread = 'API_SECRET_FILE: the file /nowhere/secret cannot be read (ENOENT).'
  expect(mistakes({ ...environment(), API_SECRET: '', API_SECRET_FILE: '/nowhere/secret' })).toContain(unread)
})
