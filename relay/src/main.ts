// The relay as a process (rules 12): settings from the environment, JSON lines on stdout, SIGTERM and SIGINT stop it
// gracefully, SIGHUP reads the configuration file again. `--check-config` and `--print-config` only read the settings. Started by `bin/relay.mjs`.
import { tellSystemd } from '@rollcall/tokens/tell-systemd'
import { processEnvironment, readSettings } from './config.ts'
import { createLog } from './log.ts'
import { describeSettings } from './operators/describe-settings.ts'
import { startRelay, type Relay } from './relay.ts'
import packageInfo from '../package.json' with { type: 'json' }

const verdict = readSettings()
if (!verdict.ok) {
  for (const problem of verdict.problems) console.error(problem)
  process.exit(1)
}
const { settings, warnings } = verdict
if (process.argv.includes('--print-config')) {
  console.log(describeSettings(settings))
  process.exit(0)
}
if (process.argv.includes('--check-config')) {
  for (const warning of warnings) console.error(warning)
  console.log('The configuration is good.')
  process.exit(0)
}
const log = createLog(settings.logLevel)
for (const warning of warnings) log.warn(warning)

let relay: Relay | undefined
let isStopping = false
// Before the first line is logged: whoever waits for it may stop us at once.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))

process.on('SIGHUP', reload)

relay = await start()
log.info({ host: settings.host, port: relay.port, internalPort: relay.internalPort }, 'listening')
tellSystemd(processEnvironment)

/** The configuration file may have changed; a wrong one changes nothing. */
function reload(): void {
  const next = readSettings()
  if (!next.ok) return log.error({ problems: next.problems }, 'the new configuration is wrong, the old one stays')
  for (const warning of next.warnings) log.warn(warning)
  relay?.reload(next.settings)
  log.info('reloaded the configuration')
}

/** A second signal changes nothing: an interrupt reaches both the launcher and us. */
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  log.info({ signal }, 'stopping')
  await relay?.stop()
  process.exit(0)
}

async function start(): Promise<Relay> {
  try {
    return await startRelay(settings, packageInfo.version, log)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const { host, port, internalPort } = settings
    const addresses = [`${host}:${port}`, ...(internalPort === null ? [] : [`127.0.0.1:${internalPort}`])]
    console.error(
      isTaken
        ? `The relay cannot listen: ${addresses.join(' or ')} is already in use.`
        : `The relay cannot start: ${String(error)}`,
    )
    process.exit(1)
  }
}
