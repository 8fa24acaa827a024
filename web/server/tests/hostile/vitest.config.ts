// `npm run test:hostile`: every case of this room against the built server as a process, thoroughly, and those that need a process,
// load or much time. Not part of the ordinary tests: it takes minutes. One file at a time, because some measure.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['hostile/*-suite.ts', '*.test.ts'],
    globalSetup: [fileURLToPath(new URL('build.ts', import.meta.url))],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
})
