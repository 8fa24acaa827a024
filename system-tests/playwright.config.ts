// System tests: everything running, in a real browser. `npm test` passes the browser's path in CHROMIUM.
import { defineConfig } from '@playwright/test'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export default defineConfig({
  // `npm run pictures` names its own folder.
  testDir: process.env['PICTURES'] ? './pictures' : './tests',
  outputDir: '../test-results',
  workers: 1,
  // What needs it is named at the end of `npm test`, and more than one file fails it.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? '../test-results/report.json' }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags },
    screenshot: 'only-on-failure',
  },
})
