// `npm run check`: format, lint, types, dead code. All of them run, so that one call shows everything that is wrong.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, peersFolder } from './setup/install.mjs'
import { outcome, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

const rooms = [
  'contracts',
  'tokens',
  'web/server',
  'backend',
  'relay',
  'relay/src/admin/page',
  'simulator',
  'system-tests',
  'bench',
  'scripts',
]

/** The types of the peers are among them once their packages are installed, as `npm run bench` and CI do. @returns {[string, string, string[]][]} */
function checks() {
  const peers = existsSync(join(peersFolder, 'node_modules')) ? ['bench/peers'] : []
  return [
    ['format', 'oxfmt', ['--check', '.']],
    ['lint', 'oxlint', ['--deny-warnings', '.']],
    ...[...rooms, ...peers].map(
      (room) => /** @type {[string, string, string[]]} */ ([`types of ${room}`, 'tsc', ['-p', room]]),
    ),
    ['types of web/app', 'vue-tsc', ['-p', 'web/app', '--noEmit']],
    ['dead code', 'knip', ['--no-progress']],
  ]
}

/** Runs them all, two at a time; says how many passed and names those that failed. */
export async function runChecks() {
  /** @type {string[]} */
  const failed = []
  const waiting = checks()
  const count = waiting.length
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, program, args] = next
      const { code, output } = await outcome(tool(program), args, { quiet: true })
      say(`${code === 0 ? '✓' : '✗'} ${name}`)
      if (code === 0) continue
      failed.push(name)
      say(output)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: count - failed.length, failed }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await command(async () => {
    await ensureInstalled()
    const { failed } = await runChecks()
    if (failed.length > 0) throw new Refusal(`Not in order: ${failed.join(', ')}.`)
    say('All in order.')
  })
}
