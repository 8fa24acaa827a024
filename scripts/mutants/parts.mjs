// What `npm run test:mutants` changes, part by part, and the tests that must notice. Paths are relative to the part's room.

/**
 * `goal`: the share of mutants in percent that the tests must notice. `setup`: what makes the database, once for all of them.
 * @typedef {{ room: string, goal: number, mutate: string[], tests: string[], setup?: string }} Part
 */

const unitTests = ['src/**/*.test.ts']

/** One file each: what is said once for the whole process is tried with every test, which would take hours with all of them.
 * @param {string} name @param {string[]} tests @returns {Record<string, Part>} */
const middleware = (name, tests) => ({
  [name]: { room: 'web/server', goal: 90, mutate: [`src/middleware/${name}.ts`], tests },
})
/** @param {string} name @param {string[]} tests @returns {Record<string, Part>} */
const serverRule = (name, tests) => ({ [name]: { room: 'web/server', goal: 80, mutate: [`src/${name}.ts`], tests } })

/** Files with their tests beside them, and these other tests. Names are separated by blanks.
 * @param {string} room @param {string} files @param {string[]} tests @returns {Part} */
const pure = (room, files, tests = []) => ({
  room,
  goal: 80,
  mutate: files.split(' ').map((name) => `src/${name}.ts`),
  tests: [...files.split(' ').map((name) => `src/${name}.test.ts`), ...tests],
})
/** Files of the backend that decide with the database at hand, and the tests of its door that hold them.
 * @param {string} files @param {string} tests @returns {Part} */
const withDatabase = (files, tests) => ({
  ...pure(
    'backend',
    files,
    tests.split(' ').map((name) => `tests/${name}.test.ts`),
  ),
  setup: 'tests/database-setup.ts',
})

/** @type {Record<string, Part>} */
export const parts = {
  tokens: { room: 'tokens', goal: 90, mutate: ['src/*.ts'], tests: [...unitTests, 'tests/*.test.ts'] },
  ...middleware('security-headers', ['src/middleware/security-headers.test.ts']),
  ...middleware('csrf', ['tests/csrf.test.ts']),
  ...middleware('api-auth', ['tests/api-auth.test.ts']),
  ...middleware('login-rate-limit', ['tests/login-rate-limit.test.ts', 'src/attempt-windows.test.ts']),
  ...middleware('oidc-exchange', ['tests/identity-provider.test.ts']),
  ...serverRule('access-rule', ['src/access-rule.test.ts']),
  ...serverRule('attempt-windows', ['src/attempt-windows.test.ts', 'tests/login-rate-limit.test.ts']),
  ...serverRule('client-address', ['src/client-address.test.ts']),
  ...serverRule('cookie-header', ['src/cookie-header.test.ts', 'tests/any-bytes.test.ts', 'tests/sessions.test.ts']),
  ...serverRule('csrf-tokens', ['src/csrf-tokens.test.ts', 'tests/csrf.test.ts']),
  ...serverRule('host-header', ['src/host-header.test.ts']),
  ...serverRule('masked-text', ['src/masked-text.test.ts']),
  ...serverRule('request-path', ['src/request-path.test.ts', 'tests/any-bytes.test.ts']),
  ...serverRule('secret-paths', ['src/secret-paths.test.ts']),
  ...serverRule('session-cookies', ['src/session-cookies.test.ts', 'tests/sessions.test.ts']),

  'emergency-rules': pure(
    'backend',
    'decision absence evidence-change muster-progress nearest-zone announce-emergency'
      .split(' ')
      .map((name) => `domains/emergency/${name}`)
      .join(' '),
  ),
  'emergency-trigger': withDatabase(
    'domains/emergency/trigger-emergency domains/emergency/take-over domains/emergency/emergency-key',
    'take-over trigger-key emergency',
  ),
  'emergency-decisions': withDatabase(
    'domains/emergency/account-people domains/emergency/decide domains/emergency/lock-active domains/emergency/own-emergency',
    'accounting muster limited-emergencies taps-together',
  ),
  roles: withDatabase(
    'domains/users/role-handlers domains/users/user-handlers',
    'own-roles rights accounts handed-out sign-out second-factor',
  ),
  ownership: withDatabase(
    'ownership/lease ownership/lease-queries ownership/shares',
    'leases any-lease lease-of-a-backend',
  ),
  'current-user': withDatabase(
    'auth/current-user auth/authenticate auth/revoked-tokens auth/session-issuer',
    'who-asks sessions sign-out auth',
  ),
  'sign-in': withDatabase('auth/sign-in auth/totp', 'sign-in-lock auth second-factor passkeys password-rules'),
  'audit-chain': withDatabase(
    'audit/audit-entry audit/write-audit audit/verify-audit audit/seal-chain',
    'audit audit-key',
  ),
  denials: withDatabase('http/denials', 'denials denials-written'),
  retention: withDatabase(
    'database/retention-queries domains/audit/audit-retention domains/emergency/emergency-retention positioning/history-filter',
    'retention audit',
  ),
  'rate-limits': pure('backend', 'http/rate-limits'),
  passwords: pure('backend', 'auth/common-passwords auth/passwords'),
  'backend-input': pure(
    'backend',
    'http/database-refusal audit/withheld-fields ingest/ingest-key domains/csv-line notify/retry-schedule ingest/raddec-adapter',
    ['tests/any-input.test.ts'],
  ),

  'relay-permissions': pure(
    'relay',
    'session/permissions session/subscription-token session/asked-channels channels/channel-name channels/rule-overrides authentication/product-tokens publish-api/api-key',
  ),
  'relay-limits': pure(
    'relay',
    'session/command-budget transport/admission transport/allowed-origins transport/peers transport/forwarded transport/glob',
  ),
  'relay-recovery': pure(
    'relay',
    'session/recovery session/recovery-request engine/memory-streams engine/idempotency-cache',
  ),
  'relay-input': pure('relay', 'protocol/raw-json protocol/history-filter protocol/tags-filter', [
    'tests/any-frame.test.ts',
  ]),

  permissions: pure('contracts', 'permissions'),
  fields: pure('contracts', 'fields list entity-type-alias', ['tests/bodies.test.ts', 'tests/passwords.test.ts']),
  checks: pure('contracts', 'check problems'),
  pictures: pure('contracts', 'picture-size predicted-accuracy'),
}
