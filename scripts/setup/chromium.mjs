// Finds Chromium for the browser tests; as root on Debian or Ubuntu it installs the distribution's package when it is missing.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './project.mjs'
import { Refusal, step } from './say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium to test with. @returns {Promise<string>} */
export async function ensureChromium() {
  const found = process.env['CHROMIUM'] ?? onPath(names)
  if (found) return found
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    await step('Installing Chromium for the browser tests', async () => {
      await run('apt-get', ['update', '-qq'])
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    })
    const installed = onPath(names)
    if (installed) return installed
  }
  throw new Refusal(
    'The browser tests need Chromium: install it with your package manager (Debian: "apt-get install chromium"), or set CHROMIUM to its path.',
  )
}

/** @param {string[]} programs */
function onPath(programs) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of programs) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return undefined
}
