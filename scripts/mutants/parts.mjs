// What `npm run test:mutants` changes, part by part, and the tests that must notice. Paths are relative to the part's room.

/**
 * `goal`: the share of mutants in percent that the tests must notice.
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
  ...serverRule('cookie-header', ['tests/any-bytes.test.ts', 'tests/sessions.test.ts']),
  ...serverRule('csrf-tokens', ['tests/csrf.test.ts']),
  ...serverRule('host-header', ['src/host-header.test.ts']),
  ...serverRule('masked-text', ['src/masked-text.test.ts']),
  ...serverRule('request-path', ['src/request-path.test.ts', 'tests/any-bytes.test.ts']),
  ...serverRule('secret-paths', ['src/secret-paths.test.ts']),
  ...serverRule('session-cookies', ['tests/sessions.test.ts']),
  contracts: {
    room: 'contracts',
    goal: 80,
    mutate: 'check fields list permissions picture-size predicted-accuracy problems entity-type-alias'
      .split(' ')
      .map((name) => `src/${name}.ts`),
    tests: [...unitTests, 'tests/*.test.ts'],
  },
  relay: {
    room: 'relay',
    goal: 80,
    mutate: ['src/protocol/raw-json.ts', 'src/protocol/history-filter.ts', 'src/protocol/tags-filter.ts'],
    tests: [...unitTests, 'tests/any-frame.test.ts'],
  },
  backend: {
    room: 'backend',
    goal: 80,
    mutate:
      'http/rate-limits http/database-refusal audit/withheld-fields auth/common-passwords auth/passwords ingest/ingest-key domains/csv-line notify/retry-schedule ingest/raddec-adapter'
        .split(' ')
        .map((name) => `src/${name}.ts`),
    tests: [...unitTests, 'tests/any-input.test.ts'],
  },
}
