// `npm run test:clients`: the test suites of the official Centrifugo clients against our relay. Their checkouts, with what they need
// installed, are named by variables; a suite without one is not run, which is said loudly. Port 8000 must be free: the suites expect it.
// With REDIS_URL the relay keeps its channels there, else in memory.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bunCommand } from '../relay/bin/bun-command.mjs'
import { outcome } from './setup/project.mjs'
import { command, say, step } from './setup/say.mjs'

/** What the suites want of the server; the rest of their settings is theirs. */
const common = {
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  RELAY_PORT: '8000',
  RELAY_ALLOWED_ORIGINS: '*',
  REALTIME_API_KEY: 'test-api-key',
}

const bare = 'CENTRIFUGO_CHANNEL_WITHOUT_NAMESPACE'
const small = 'CENTRIFUGO_CHANNEL_NAMESPACES_SMALLHISTORY'

/** @param {string} name @param {number} size */
const recovering = (name, size) => ({
  [`${name}_HISTORY_SIZE`]: String(size),
  [`${name}_HISTORY_TTL`]: '300s',
  [`${name}_FORCE_RECOVERY`]: 'true',
})

const streams = {
  CENTRIFUGO_CHANNEL_NAMESPACES: 'smallhistory',
  [`${bare}_ALLOWED_DELTA_TYPES`]: 'fossil',
  ...recovering(bare, 100),
  ...recovering(small, 2),
}

/** @typedef {{ name: string, variable: string, env: (folder: string, own: string) => Record<string, string>, run: (folder: string) => [string, string[]] }} Suite */

/** @type {Suite[]} */
const suites = [
  {
    name: 'JavaScript',
    variable: 'CENTRIFUGE_JS_DIR',
    env: (folder, own) => ({ RELAY_CONFIG: withoutPolling(join(folder, 'centrifugo_test.json'), own) }),
    // Without polling, which the relay does not have, and debouncing, which only the paid edition has.
    run: (folder) => [
      join(folder, 'node_modules/.bin/jest'),
      ['--forceExit', '--testPathIgnorePatterns', 'shared_poll', 'bench', 'debounce'],
    ],
  },
  {
    name: 'Go',
    variable: 'CENTRIFUGE_GO_DIR',
    env: () => ({ ...streams, CENTRIFUGO_CLIENT_INSECURE: 'true' }),
    run: () => ['go', ['test', '-count=1', '.']],
  },
  {
    name: 'Python',
    variable: 'CENTRIFUGE_PYTHON_DIR',
    env: () => ({
      ...streams,
      CENTRIFUGO_CLIENT_TOKEN_HMAC_SECRET_KEY: 'secret',
      CENTRIFUGO_CLIENT_SUBSCRIBE_TO_USER_PERSONAL_CHANNEL_ENABLED: 'true',
      ...allowed(bare, ['PRESENCE', 'JOIN_LEAVE', 'FORCE_PUSH_JOIN_LEAVE', 'ALLOW_PRESENCE_FOR_SUBSCRIBER']),
      ...allowed(bare, ['ALLOW_PUBLISH_FOR_SUBSCRIBER', 'ALLOW_HISTORY_FOR_SUBSCRIBER']),
      ...allowed(small, ['ALLOW_PUBLISH_FOR_SUBSCRIBER', 'ALLOW_HISTORY_FOR_SUBSCRIBER']),
    }),
    run: () => ['python3', ['-m', 'unittest', 'discover', '-s', 'tests']],
  },
]

/** @param {string} name @param {string[]} options */
const allowed = (name, options) => Object.fromEntries(options.map((option) => [`${name}_${option}`, 'true']))

await command(async () => {
  const own = mkdtempSync(join(tmpdir(), 'relay-clients-'))
  try {
    for (const suite of suites) {
      const folder = process.env[suite.variable]
      if (folder) await step(`The suite of the ${suite.name} client`, () => runSuite(suite, folder, own))
      else say(`!!! NOT RUN: the suite of the ${suite.name} client. ${suite.variable} names no checkout.`)
    }
  } finally {
    rmSync(own, { recursive: true })
  }
})

/** @param {Suite} suite @param {string} folder @param {string} own */
async function runSuite(suite, folder, own) {
  const { program, args } = bunCommand()
  const { PATH, REDIS_URL = '' } = process.env
  const env = { PATH, REDIS_URL, ...common, ...suite.env(folder, own) }
  const relay = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => relay.once('close', resolve))
  try {
    await isListening(relay)
    const [test, options] = suite.run(folder)
    const { code } = await outcome(test, options, { cwd: folder })
    if (code !== 0) process.exitCode = 1
  } finally {
    relay.kill()
    await ended
  }
}

/** @param {import('node:child_process').ChildProcess} relay */
async function isListening(relay) {
  while (relay.exitCode === null) {
    const answer = await fetch('http://127.0.0.1:8000/health').catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The relay did not start; is port 8000 free?')
}

/** A copy of the suite's configuration with the namespaces that the relay has. @param {string} path @param {string} own */
function withoutPolling(path, own) {
  const content = JSON.parse(readFileSync(path, 'utf8'))
  const { channel } = content
  channel.namespaces = channel.namespaces.filter(
    (/** @type {{ subscription_type?: string }} */ one) => one.subscription_type !== 'shared_poll',
  )
  const copy = join(own, 'config.json')
  writeFileSync(copy, JSON.stringify(content))
  return copy
}
