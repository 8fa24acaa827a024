// The fault proofs: real processes, killed and overrun at full size, one proof after the other. `npm run test:faults`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
  },
})
