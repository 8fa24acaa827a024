// The logic of the browser application, tested without a browser; pages are tested in system-tests with a real one.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'web-app', include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
})
