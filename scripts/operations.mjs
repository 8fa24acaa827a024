// `npm run test:operations`: makes a release and follows docs/operations.md with it, command by command, in a clean folder.
// RELEASE_DIR names a folder with a release that is there already.
import { join } from 'node:path'
import { ensureInstalled } from './setup/install.mjs'
import { root, run, tool } from './setup/project.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled()
  if (!process.env['RELEASE_DIR']) await run(process.execPath, [join(root, 'scripts', 'release.mjs')])
  await run(tool('vitest'), ['run', '--config', 'system-tests/operations/vitest.config.ts'])
})
