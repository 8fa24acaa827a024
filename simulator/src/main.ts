// Entry of the simulator: prints the demo site (`--print-site`) or walks it and posts what its receivers hear once a second.
import pino from 'pino'
import { readSettings, readSiteSettings, type Settings } from './config.ts'
import { createDemoSite } from './demo-site.ts'
import { createSender } from './gateways/sender.ts'
import { createWorld } from './world.ts'

const windowMs = 1000
/** Badges report their batteries this often. */
const batteryEveryMs = 60_000

if (process.argv.includes('--print-site')) {
  const { SIMULATOR_SEED: seed, SIMULATOR_EMPLOYEES: employees } = readSiteSettings()
  process.stdout.write(`${JSON.stringify(createDemoSite({ seed, employees }))}\n`)
} else run(readSettings())

function run(settings: Settings): void {
  const log = pino({ level: settings.LOG_LEVEL, base: { process: 'simulator' } })
  const { SIMULATOR_SEED: seed, SIMULATOR_EMPLOYEES: employees, SIMULATOR_SPEED: speed } = settings
  // One duplicate in a hundred and one late in two hundred, as real gateways have them.
  const world = createWorld({ seed, employees, faults: { duplicates: 0.01, late: 0.005 } })
  const sender = createSender({ url: settings.INGEST_URL, key: settings.INGEST_KEY, log })
  let sending = false
  let skipped = 0

  const tick = async () => {
    const raddecs = world.tick({ seconds: windowMs / 1000, speed, nowMs: Date.now() })
    // One request at a time: a slow backend makes us drop windows, not pile them up.
    if (sending) return void skipped++
    sending = true
    await sender.send('raddec', raddecs)
    sending = false
  }
  const reportBatteries = () => void sender.send('dynamb', world.batteries(Date.now()))
  const timers = [setInterval(() => void tick(), windowMs), setInterval(reportBatteries, batteryEveryMs)]
  void tick()
  if (settings.SIMULATOR_EVACUATE_AFTER !== undefined) {
    setTimeout(() => {
      log.info({ code: 'evacuation' }, 'Everyone walks to the assembly points.')
      world.evacuate()
    }, settings.SIMULATOR_EVACUATE_AFTER * 1000).unref()
  }
  log.info({ code: 'started', seed, speed, badges: world.truth().length }, 'The simulator walks.')

  const stop = () => {
    for (const timer of timers) clearInterval(timer)
    log.info({ code: 'stopped', skipped }, 'The simulator stops.')
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
