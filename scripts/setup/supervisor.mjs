// Keeps a list of processes running: starts each, waits until it is healthy, restarts one that dies, stops all in reverse order.
// Used by `npm start` and `npm run dev`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogFile } from './log-file.mjs'
import { root } from './project.mjs'
import { Refusal } from './say.mjs'

/**
 * @typedef {object} Plan
 * @property {string} name
 * @property {string} title how people call it, with its article
 * @property {string} program
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {() => Promise<boolean>} healthy
 *
 * @typedef {object} Running
 * @property {Plan} plan
 * @property {import('node:child_process').ChildProcess} child
 * @property {string[]} complaints the last lines of its error output
 * @property {Promise<string>} ended how it ended
 */

const healthyWithinMs = 60_000
/** Five deaths within a minute are a fault that restarting does not mend. */
const deaths = { most: 5, withinMs: 60_000 }
/** A person waits for the stop: all processes together get this long, then the rest are killed. */
const stopWithinMs = 8000

/** @param {{ logs: string, say: (text: string) => void, giveUp: (sentence: string) => void }} options */
export function createSupervisor({ logs, say, giveUp }) {
  /** @type {Map<string, Running>} */
  const running = new Map()
  let stopping = false
  const watchdog = startWatchdog()

  /** Starts a process and resolves when it is healthy. @param {Plan} plan */
  async function start(plan) {
    const now = launch(plan)
    const failure = await Promise.race([untilHealthy(plan), now.ended])
    if (failure === null) {
      void keepAlive(now)
      return
    }
    await end(now, Date.now() + stopWithinMs)
    const why = now.complaints.join('\n') || `it ${failure}. Its log is ${join(logs, `${plan.name}.log`)}`
    throw new Refusal(`${capital(plan.title)} did not start: ${why}`)
  }

  /** @param {Plan} plan @returns {Running} */
  function launch(plan) {
    const now = spawnLogged(plan, join(logs, `${plan.name}.log`), watchdog)
    running.set(plan.name, now)
    return now
  }

  /** Restarts what dies until it dies too often. @param {Running} first */
  async function keepAlive(first) {
    /** @type {number[]} */
    const died = []
    for (let now = first; ; now = launch(now.plan)) {
      const how = await now.ended
      if (stopping) return
      died.push(Date.now())
      const recent = died.filter((at) => at > Date.now() - deaths.withinMs).length
      if (recent >= deaths.most) {
        const why = now.complaints.at(-1)
        giveUp(
          `${capital(now.plan.title)} stopped ${recent} times within a minute; giving up.${why ? ` It said: ${why}` : ''}`,
        )
        return
      }
      say(`${capital(now.plan.title)} ${how}; starting it again.`)
      await pause(250 * 2 ** (recent - 1))
      if (stopping) return
    }
  }

  /** Stops all, the last started first; what does not end in time is killed. */
  async function stop() {
    stopping = true
    const deadline = Date.now() + stopWithinMs
    for (const now of [...running.values()].reverse()) await end(now, deadline)
    watchdog.end()
  }

  return { start, stop }
}

/** A process that ends those it was told of when this one dies. */
function startWatchdog() {
  const { stdin } = spawn(process.execPath, [fileURLToPath(new URL('./watchdog.mjs', import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  stdin.on('error', () => {})
  return {
    /** @param {number} pid */
    add: (pid) => stdin.write(`+${pid}\n`),
    /** @param {number} pid */
    remove: (pid) => stdin.write(`-${pid}\n`),
    end: () => stdin.end(),
  }
}

/** @param {Plan} plan @param {string} logFile @param {ReturnType<typeof startWatchdog>} watchdog @returns {Running} */
function spawnLogged(plan, logFile, watchdog) {
  const log = createLogFile(logFile)
  // A group of its own: Ctrl-C reaches only the supervisor, which then stops the processes in order.
  const child = spawn(plan.program, plan.args, {
    cwd: root,
    env: plan.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  /** @type {string[]} */
  const complaints = []
  child.stdout?.on('data', (chunk) => log.write(chunk))
  child.stderr?.on('data', (chunk) => {
    log.write(chunk)
    complaints.push(...String(chunk).split('\n').filter(Boolean))
    complaints.splice(0, complaints.length - 20)
  })
  const { pid } = child
  if (pid) watchdog.add(pid)
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be run (${error.message})`))
    child.once('close', (code, signal) => {
      log.close()
      if (pid) watchdog.remove(pid)
      resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`)
    })
  })
  return { plan, child, complaints, ended }
}

/** @param {Running} now @param {number} deadline */
async function end({ child, ended }, deadline) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), Math.max(0, deadline - Date.now()))
  await ended
  clearTimeout(late)
}

/** Null once it is healthy, a reason when it takes too long. @param {Plan} plan @returns {Promise<string | null>} */
async function untilHealthy(plan) {
  const deadline = Date.now() + healthyWithinMs
  while (Date.now() < deadline) {
    if (await plan.healthy()) return null
    await pause(100)
  }
  return `was not healthy within ${healthyWithinMs / 1000} s`
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
