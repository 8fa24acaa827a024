// Finds the browsers of the browser tests; as root on Debian or Ubuntu it installs the distribution's package when one is missing.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './project.mjs'
import { Refusal, step } from './say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a Chromium to test with. @returns {Promise<string>} */
export async function ensureChromium() {
  const found = process.env['CHROMIUM'] ?? onPath(names)
  if (found) return found
  const installed = await install('Chromium', 'chromium', names)
  if (installed) return installed
  throw new Refusal(
    'The browser tests need Chromium: install it with your package manager (Debian: "apt-get install chromium"), or set CHROMIUM to its path.',
  )
}

/** The path of a second browser, or null: at home its test is then left out, which that says loudly; in CI it is installed. @returns {Promise<string | null>} */
export async function ensureFirefox() {
  const found = process.env['FIREFOX'] ?? onPath(['firefox-esr', 'firefox'])
  if (found || !process.env['CI']) return found ?? null
  const installed = await install('Firefox', 'firefox-esr', ['firefox-esr'])
  if (installed) return installed
  throw new Refusal('In CI the browser tests need Firefox, too: install it, or set FIREFOX to its path.')
}

/** A font for names in Chinese, which the browsers' packages do not bring: without one they are printed as boxes, and a test says so. */
export async function ensureFonts() {
  const hasChinese = onPath(['fc-list']) && (await run('fc-list', [':lang=zh'], { quiet: true })).trim() !== ''
  if (!hasChinese) await install('a font with Chinese letters', 'fonts-droid-fallback', [])
}

/** @param {string} title @param {string} debianPackage @param {string[]} programs */
async function install(title, debianPackage, programs) {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return undefined
  await step(`Installing ${title} for the browser tests`, async () => {
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  })
  return onPath(programs)
}

/** @param {string[]} programs */
function onPath(programs) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of programs) if (existsSync(join(folder, name))) return join(folder, name)
  }
  return undefined
}
