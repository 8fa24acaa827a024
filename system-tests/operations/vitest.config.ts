// docs/operations.md, followed command by command with a release. `npm run test:operations`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    fileParallelism: false,
    // One chapter builds on the other.
    bail: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
