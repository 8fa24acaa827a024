// What `npm run test:mutants` changes, part by part, and the tests that must notice. Paths are relative to the part's room.

/**
 * `goal`: the share of mutants in percent that the tests must notice.
 * @typedef {{ room: string, goal: number, mutate: string[], tests: string[], setup?: string }} Part
 */

const unitTests = ['src/**/*.test.ts']

/** @type {Record<string, Part>} */
export const parts = {
  tokens: { room: 'tokens', goal: 90, mutate: ['src/*.ts'], tests: [...unitTests, 'tests/*.test.ts'] },
  middlewares: {
    room: 'web/server',
    goal: 90,
    mutate: ['src/middleware/*.ts'],
    tests: ['api-auth', 'csrf', 'login-rate-limit', 'identity-provider', 'security-headers'].map(
      (name) => `tests/${name}.test.ts`,
    ),
  },
  'server-rules': {
    room: 'web/server',
    goal: 80,
    mutate:
      'access-rule attempt-windows client-address cookie-header csrf-tokens host-header masked-text request-path secret-paths session-cookies'
        .split(' ')
        .map((name) => `src/${name}.ts`),
    tests: [
      ...unitTests,
      'tests/any-bytes.test.ts',
      'tests/canonical-path.test.ts',
      'tests/csrf.test.ts',
      'tests/sessions.test.ts',
    ],
  },
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
