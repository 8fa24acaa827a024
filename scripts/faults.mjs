// `npm run test:faults`: the fault proofs of system-tests/faults at full size, about an hour. What follows goes to the
// test tool, as in `npm run test:faults -- relay`.
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { run, tool } from './setup/project.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await run(tool('vitest'), ['run', '--config', 'system-tests/faults/vitest.config.ts', ...process.argv.slice(2)])
})
