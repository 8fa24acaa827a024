// `npm start`: installs, builds and runs everything on this machine with a living demo building.
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { startInstallation } from './setup/installation.mjs'
import { command, say } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled('running')
  await ensureBuilt()
  const { ports, accounts, logs } = await startInstallation({ development: false })
  say(`\nRollcall is running at http://localhost:${ports.web}\n`)
  for (const { role, email, password } of accounts) say(`${role}  ${email}  ${password}`)
  say(`\nLogs are in ${logs}. Press Ctrl-C to stop.`)
})
