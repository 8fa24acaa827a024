// `npm run dev`: the same installation with hot reload, at the same address (WEB_PORT). The bundler watches the Node rooms, each process
// restarts when its bundle changes, the relay restarts by itself, and the server layer passes pages on to Vite, which compiles them.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { claimDataFolder, sayRunning, startInstallation } from './setup/installation.mjs'
import { root, tool } from './setup/project.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  const dataDir = await claimDataFolder()
  await ensureInstalled()
  await ensureBuilt()
  const appPort = await freePort()
  process.env['APP_DEV_URL'] = `http://127.0.0.1:${appPort}`
  const installation = await startInstallation({ dataDir, development: true })
  const watchers = [
    spawn(tool('rolldown'), ['-c', 'rolldown.config.mjs', '--watch'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
    spawn(
      tool('vite'),
      ['web/app', '--host', '127.0.0.1', '--port', String(appPort), '--strictPort', '--logLevel', 'warn'],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
    ),
  ]
  for (const watcher of watchers) watcher.once('exit', () => void installation.stop(1, 'A watcher ended; stopping …'))
  process.on('exit', () => watchers.forEach((watcher) => watcher.kill()))
  await untilServed(`http://localhost:${installation.ports.web}/`)
  sayRunning('Rollcall (development)', installation.ports.web, installation)
})

/** For Vite alone; nobody types it. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Vite prepares itself for some seconds; the address is printed once pages come. @param {string} url */
async function untilServed(url) {
  for (;;) {
    const served = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    )
    if (served) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
