// `npm run dev`: the same installation with hot reload. The bundler watches the Node rooms, each process restarts when its
// bundle changes, the relay restarts by itself, and Vite serves the browser application with its live updates.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { claimDataFolder, sayRunning, startInstallation } from './setup/installation.mjs'
import { root, tool } from './setup/project.mjs'
import { command } from './setup/say.mjs'

const appPort = 5173

await command(async () => {
  const dataDir = await claimDataFolder()
  await ensureInstalled()
  await ensureBuilt()
  const origin = `http://localhost:${appPort}`
  const installation = await startInstallation({ dataDir, development: true, extraOrigins: [origin] })
  const { ports, stop } = installation
  const env = { ...process.env, WEB_PORT: String(ports.web) }
  const watchers = [
    spawn(tool('rolldown'), ['-c', 'rolldown.config.mjs', '--watch'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
    spawn(tool('vite'), ['web/app', '--port', String(appPort), '--strictPort', '--logLevel', 'warn'], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  ]
  for (const watcher of watchers) watcher.once('exit', () => void stop(1, 'A watcher ended; stopping …'))
  process.on('exit', () => watchers.forEach((watcher) => watcher.kill()))
  await untilAnswered(`${origin}/`)
  sayRunning('Rollcall (development)', appPort, installation)
})

/** The application's server prepares itself for some seconds; the address is printed once it works. @param {string} url */
async function untilAnswered(url) {
  for (;;) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
