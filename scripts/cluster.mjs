// `npm run test:cluster`: the proofs of several backends in system-tests/cluster, about a quarter of an hour in their short form; proof-size.ts
// has the settings that make them longer. What follows goes to the test tool, as in `npm run test:cluster -- killed`.
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { run, tool } from './setup/project.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await run(tool('vitest'), ['run', '--config', 'system-tests/cluster/vitest.config.ts', ...process.argv.slice(2)])
})
