// The tests of one part (parts.mjs), for Stryker: in one thread per mutant and without the other rooms.
import { defineConfig } from 'vitest/config'
import { parts } from './parts.mjs'

const part = parts[process.env['MUTANTS'] ?? '']
if (!part) throw new Error('MUTANTS names no part; run "npm run test:mutants".')

export default defineConfig({
  test: {
    root: part.room,
    include: part.tests,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    ...(part.setup ? { globalSetup: [part.setup] } : {}),
  },
})
