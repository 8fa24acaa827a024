// Entry of the simulator: prints the demo site (`--print-site`, `--with-past` to add a week that is over) and the keys of its phones
// (`--print-phones`), or walks it and posts what its receivers hear once a second.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { logFormat } from '@rollcall/tokens/log-format'
import pino, { type Logger } from 'pino'
import { mostWithPast, readSettings, readSiteSettings, type Settings, type SiteSettings } from './config.ts'
import { createDemoSite } from './demo-site.ts'
import { createDemoWorld } from './demo-world.ts'
import { demoPhones } from './devices/phones.ts'
import { createSender } from './gateways/sender.ts'
import { createEmergencyWatch, lookEveryMs, type EmergencyWatch } from './emergency-watch.ts'
import { createPast } from './past/past.ts'
import type { World } from './world.ts'

const windowMs = 1000
/** It stands for a building that is somewhere else: on a busy machine the product goes first. As `nice` counts. */
const priority = 10
/** Badges report their batteries this often. */
const batteryEveryMs = 60_000

if (process.argv.includes('--print-site')) {
  const { SIMULATOR_SEED: seed, SIMULATOR_EMPLOYEES: employees } = readSiteSettings()
  const site = createDemoSite({ seed, employees })
  const hasPast = process.argv.includes('--with-past') && site.people.length <= mostWithPast
  const past = hasPast ? createPast({ seed, employees, site, now: Date.now() }) : null
  process.stdout.write(`${JSON.stringify({ ...site, past })}\n`)
} else if (process.argv.includes('--print-phones')) printPhones(readSiteSettings())
else run(readSettings())

/** One line per phone that can be enrolled: whose it is and its key. */
function printPhones({
  SIMULATOR_SEED: seed,
  SIMULATOR_EMPLOYEES: employees,
  SIMULATOR_PHONES: count,
}: SiteSettings): void {
  const { people } = createDemoSite({ seed, employees })
  const nameOf = new Map(people.map(({ transmitterId, fullName }) => [transmitterId, fullName]))
  for (const { badge, irk } of demoPhones(people, count, seed)) process.stdout.write(`${nameOf.get(badge)}\t${irk}\n`)
}

function run(settings: Settings): void {
  goBehind()
  const log = pino(logFormat('simulator', settings.LOG_LEVEL))
  const { SIMULATOR_SEED: seed, SIMULATOR_EMPLOYEES: employees, SIMULATOR_SPEED: speed } = settings
  const site = createDemoSite({ seed, employees })
  const world = createDemoWorld(settings, site)
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
  const watch = emergencyWatch(settings, world, log)
  if (watch) timers.push(setInterval(() => void watch.look(), lookEveryMs))
  if (settings.SIMULATOR_EVACUATE_AFTER !== undefined) {
    setTimeout(() => {
      log.info({ code: 'evacuation' }, 'Everyone walks to the assembly points.')
      world.evacuate()
    }, settings.SIMULATOR_EVACUATE_AFTER * 1000).unref()
  }
  log.info(
    { code: 'started', seed, speed, clock: settings.SIMULATOR_CLOCK, badges: world.truth().length },
    'The simulator walks.',
  )

  const stop = () => {
    for (const timer of timers) clearInterval(timer)
    log.info({ code: 'stopped', skipped }, 'The simulator stops.')
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Null without an account: then nobody hears an alarm. */
function emergencyWatch(settings: Settings, world: World, log: Logger): EmergencyWatch | null {
  const { SIMULATOR_API_URL: url, SIMULATOR_EMAIL: email, SIMULATOR_PASSWORD: password } = settings
  if (email === undefined || password === undefined) return null
  return createEmergencyWatch({
    url,
    email,
    password,
    log,
    onBegin() {
      log.info({ code: 'evacuation' }, 'It rings: people walk out.')
      world.evacuate()
    },
    onEnd() {
      log.info({ code: 'back_to_work' }, 'It is over: everybody goes back to work.')
      world.dismiss()
    },
  })
}

/** Where Linux shares its time between sessions, of which this is one, the priority of a process counts only inside. */
function goBehind(): void {
  setPriority(priority)
  try {
    writeFileSync('/proc/self/autogroup', String(priority))
  } catch {
    // Not such a system, or not allowed there: then it goes beside the product.
  }
}
