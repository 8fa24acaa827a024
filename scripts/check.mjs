// `npm run check`: format, lint, types, dead code. All of them run, so that one call shows everything that is wrong.
import { ensureInstalled } from './setup/install.mjs'
import { outcome, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

const rooms = ['contracts', 'tokens', 'web/server', 'backend', 'relay', 'simulator', 'system-tests', 'bench', 'scripts']

/** @type {[string, string, string[]][]} */
export const checks = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--deny-warnings', '.']],
  ...rooms.map((room) => /** @type {[string, string, string[]]} */ ([`types of ${room}`, 'tsc', ['-p', room]])),
  ['types of web/app', 'vue-tsc', ['-p', 'web/app', '--noEmit']],
  ['dead code', 'knip', ['--no-progress']],
]

/** Runs them all, two at a time, and returns the names of those that failed. */
export async function runChecks() {
  /** @type {string[]} */
  const failed = []
  const waiting = [...checks]
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
  return failed
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await command(async () => {
    await ensureInstalled()
    const failed = await runChecks()
    if (failed.length > 0) throw new Refusal(`Not in order: ${failed.join(', ')}.`)
    say('All in order.')
  })
}
