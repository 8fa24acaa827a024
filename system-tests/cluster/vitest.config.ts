// The proofs of several backends: real processes, a real PostgreSQL and a real Redis, one proof after the other. `npm run test:cluster`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    fileParallelism: false,
    testTimeout: 7_200_000,
    hookTimeout: 300_000,
  },
})
