// One vitest project per room, so that `npx vitest run --project relay` runs one room. Files run beside each other, two at a time at
// least: most of them wait for a process, a database or a socket of their own.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const room = (name: string, folder: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    root: `./${folder}`,
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...extra,
  },
})

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      room('contracts', 'contracts'),
      room('tokens', 'tokens'),
      room('web-server', 'web/server'),
      room('backend', 'backend', {
        globalSetup: [fileURLToPath(new URL('./backend/tests/database-setup.ts', import.meta.url))],
        // On a busy machine a fact takes longer than a second to come true.
        expect: { poll: { timeout: 20_000 } },
      }),
      room('relay', 'relay'),
      room('simulator', 'simulator'),
      './web/app/vitest.config.ts',
      room('scripts', 'scripts', { include: ['**/*.test.ts'] }),
    ],
  },
})
