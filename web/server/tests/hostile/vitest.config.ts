// `npm run test:hostile`: the hostile suite alone. Not part of the ordinary tests: it takes minutes.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['hostile-suite.ts'],
    disableConsoleIntercept: true,
  },
})
