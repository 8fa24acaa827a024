// Starts the web process: settings from the environment, the server layer, signals (rules 12). `npm run start:web`.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tellSystemd } from '@rollcall/tokens/tell-systemd'
import { processEnvironment, readSettings, SettingsError, type Settings } from './config.ts'
import { createLog } from './logging.ts'
import { warmUpClient } from './proxy/warm-up.ts'
import { createServerLayer } from './server.ts'

async function start(): Promise<void> {
  const settings = withAppDir(readSettings())
  const log = createLog(settings.logLevel)
  const layer = await createServerLayer({ settings, log })
  // Without it everything works, only the first visitor waits.
  await warmUpClient().catch((error: unknown) => log.warn({ err: error }, 'warm_up_failed'))
  const { address, port } = await layer.listen(settings.port, settings.host)
  if (settings.appDir === null && settings.appDevUrl === null) log.warn({}, 'web_application_not_built')
  log.info({ address, port, development: settings.development, strict: settings.strict }, 'listening')
  tellSystemd(processEnvironment)

  const stop = (signal: string) => {
    log.info({ signal }, 'stopping')
    layer.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // A mistake of ours that nothing caught: say it and end, the supervisor starts anew.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'uncaught_exception')
    process.exit(1)
  })
}

/** The built application lies beside this room in the sources, and below the root when this file is bundled into dist/. */
function withAppDir(settings: Settings): Settings {
  if (settings.appDir !== null) return settings
  const places = ['../../app/dist/', '../../web/app/dist/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return { ...settings, appDir: places.find((place) => existsSync(`${place}index.html`)) ?? null }
}

start().catch((error: unknown) => {
  const sentences = error instanceof SettingsError ? error.mistakes : [sentenceFor(error)]
  for (const sentence of sentences) process.stderr.write(`web: ${sentence}\n`)
  process.exit(1)
})

function sentenceFor(error: unknown): string {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is already in use; set WEB_PORT to another one.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user; set WEB_PORT to one above 1023.`
  return `Could not start: ${message}`
}
