// `npm run check`: format, lint, types, dead code, manifests, packages of others. All of them run, so that one call shows everything that is wrong.
import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { ensureInstalled, peersFolder } from './setup/install.mjs'
import { outcome, root, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

/** @typedef {[name: string, program: string, args: string[]]} Check */

/** Rooms that run on the same platform are checked as one program, which reads what they share once; the longest come first. */
const programs = {
  'tokens, web/server, backend, simulator, scripts': 'tsconfig.node.json',
  'relay, bench': 'tsconfig.bun.json',
  'system-tests': 'system-tests',
  contracts: 'contracts',
  'relay/src/admin/page': 'relay/src/admin/page',
}

/** @returns {Check[]} */
function checks() {
  // Their packages are installed by the measurements that need them, and by CI for this.
  const peers = existsSync(join(peersFolder, 'node_modules')) ? { 'bench/peers': 'bench/peers' } : {}
  return [
    ['types of web/app', 'vue-tsc', ['-p', 'web/app', '--noEmit']],
    ...Object.entries({ ...programs, ...peers }).map(
      ([rooms, project]) => /** @type {Check} */ ([`types of ${rooms}`, 'tsc', ['-p', project]]),
    ),
    ['dead code', 'knip', ['--no-progress']],
    [
      'conformance and security sheet',
      'vitest',
      ['run', '--project', 'scripts', 'conformance.test.ts', 'security-sheet.test.ts'],
    ],
    ['manifests', process.execPath, [join(root, 'scripts', 'check-manifests.mjs')]],
    ['licences and audit', process.execPath, [join(root, 'scripts', 'check-dependencies.mjs')]],
    ['lint', 'oxlint', ['--deny-warnings', '.']],
    ['format', 'oxfmt', ['--check', '.']],
  ]
}

/** Runs them all, so many at a time; says how many passed and names those that failed. @param {number} [atOnce] */
export async function runChecks(atOnce = 2) {
  /** @type {string[]} */
  const failed = []
  const waiting = checks()
  const count = waiting.length
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, program, args] = next
      const { code, output } = await outcome(isAbsolute(program) ? program : tool(program), args, { quiet: true })
      say(`${code === 0 ? '✓' : '✗'} ${name}`)
      if (code === 0) {
        for (const line of output.split('\n').filter((text) => text.startsWith('!!!'))) say(line)
        continue
      }
      failed.push(name)
      say(output)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { passed: count - failed.length, failed: failed.length, names: failed }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await command(async () => {
    await ensureInstalled()
    const { names } = await runChecks()
    if (names.length > 0) throw new Refusal(`Not in order: ${names.join(', ')}.`)
    say('All in order.')
  })
}
