// `npm start`: installs, builds and runs everything on this machine with a living demo building; with `-- --empty`, with none.
import { parseArgs } from 'node:util'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { claimDataFolder, sayRunning, startInstallation } from './setup/installation.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  const { empty } = parseArgs({ options: { empty: { type: 'boolean', default: false } } }).values
  const dataDir = await claimDataFolder()
  await ensureInstalled('running')
  await ensureBuilt()
  const installation = await startInstallation({ dataDir, development: false, empty })
  sayRunning('Rollcall', installation.ports.web, installation)
})
