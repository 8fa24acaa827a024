// Keeps a list of processes running: starts each, waits until it is healthy, restarts one that dies or no longer answers, stops all
// in reverse order. Used by `npm start` and `npm run dev`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogs } from './log-file.mjs'
import { createLines, logLine } from './log-lines.mjs'
import { root } from './project.mjs'
import { Refusal } from './say.mjs'

/** @typedef {ReturnType<ReturnType<typeof createLogs>['open']>} Log */
/**
 * @typedef {object} Plan
 * @property {string} name
 * @property {string} title how people call it, with its article
 * @property {string} program
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {() => Promise<boolean>} healthy
 * @property {() => Promise<boolean>} [answers] asked again and again while it runs; absent: nobody asks
 * @property {boolean} [optional] everything else goes on without it
 *
 * @typedef {object} Running
 * @property {Plan} plan
 * @property {import('node:child_process').ChildProcess} child
 * @property {Log} log
 * @property {string[]} complaints the last lines of its error output
 * @property {Promise<string>} ended how it ended
 */

/** Five deaths within a minute are a fault that restarting does not mend. */
const mostDeaths = 5
/** A person waits for the stop: all processes together get this long, then the rest are killed. */
const stopWithinMs = 8000
/** What does not answer gets this long to end by itself. */
const hungStopMs = 3000
/** Until something started again answers for the first time: it may have to catch up with a large database. */
const firstAnswerMs = 600_000
/** An optional process that gave up is tried again after this. */
const laterMs = 60_000

/**
 * `silentMs`: what has not answered for that long is ended and started again. `healthyWithinMs`: the most that a first start may take.
 * @param {{ logs: string, say: (text: string) => void, giveUp: (sentence: string) => void, silentMs?: number, deathsWithinMs?: number, healthyWithinMs?: number }} options
 */
// Long because everything in it shares the list of what runs.
export function createSupervisor(options) {
  const { logs, say, giveUp, silentMs = 15_000, deathsWithinMs = 60_000, healthyWithinMs = 60_000 } = options
  /** @type {Map<string, Running>} */
  const running = new Map()
  let stopping = false
  const files = createLogs(logs)
  const journal = createJournal(files.open('supervisor'), say)
  const watchdog = startWatchdog()

  /** Starts a process and resolves when it is healthy. @param {Plan} plan */
  async function start(plan) {
    const now = launch(plan)
    const failure = await Promise.race([untilHealthy(plan, healthyWithinMs), now.ended])
    if (failure === null) {
      void watch(now, silentMs)
      void keepAlive(now)
      return
    }
    await end(now, Date.now() + stopWithinMs)
    const why = now.complaints.join('\n') || `it ${failure}. Its log is ${join(logs, `${plan.name}.log`)}`
    throw new Refusal(`${capital(plan.title)} did not start: ${why}`)
  }

  /** @param {Plan} plan @returns {Running} */
  function launch(plan) {
    const now = spawnLogged(plan, files.open(plan.name), watchdog)
    running.set(plan.name, now)
    return now
  }

  /** Restarts what dies until it dies too often. @param {Running} first */
  async function keepAlive(first) {
    /** @type {number[]} */
    const died = []
    for (let now = first; ; now = relaunch(now.plan)) {
      const how = await now.ended
      if (stopping || running.get(now.plan.name) !== now) return
      died.push(Date.now())
      const recent = died.filter((at) => at > Date.now() - deathsWithinMs).length
      const { title, optional } = now.plan
      if (recent >= mostDeaths) {
        const said = now.complaints.at(-1)
        const why = said ? ` It said: ${said}` : ''
        const often = `${capital(title)} stopped ${recent} times within a minute`
        if (!optional) return giveUp(journal.add(`${often}; giving up.${why}`))
        journal.say(`${often}; everything else goes on, and it is tried again every minute.${why}`)
        died.length = 0
        await pause(laterMs)
      } else {
        journal.say(`${capital(title)} ${how}; starting it again.`)
        await pause(250 * 2 ** (recent - 1))
      }
      if (stopping) return
    }
  }

  /** @param {Plan} plan */
  function relaunch(plan) {
    const now = launch(plan)
    void watch(now, firstAnswerMs)
    return now
  }

  /**
   * Ends a process that does not answer; keepAlive starts it again. Silence is added up question by question, so that a machine that
   * slept for an hour does not count as an hour of it.
   * @param {Running} now @param {number} patienceMs until its first answer
   */
  async function watch(now, patienceMs) {
    const { name, title, answers } = now.plan
    if (!answers) return
    const everyMs = silentMs / 15
    let silent = 0
    let patience = patienceMs
    for (;;) {
      const asked = Date.now()
      const answered = await answers()
      await pause(everyMs)
      if (answered) [silent, patience] = [0, silentMs]
      else silent += Math.min(Date.now() - asked, 3 * everyMs)
      if (stopping || running.get(name) !== now) return
      if (silent < patience) continue
      const sentence = journal.say(
        `${capital(title)} did not answer for ${Math.round(patience / 1000)} s; it is ended.`,
      )
      now.log.write(logLine('supervisor', 'warn', sentence))
      return end(now, Date.now() + hungStopMs)
    }
  }

  /** Stops all, the last started first; what does not end in time is killed. */
  async function stop() {
    stopping = true
    const deadline = Date.now() + stopWithinMs
    for (const now of [...running.values()].reverse()) await end(now, deadline)
    watchdog.end()
    journal.close()
  }

  /** Ends one for good. @param {string} name */
  async function endOne(name) {
    const now = running.get(name)
    running.delete(name)
    if (now) await end(now, Date.now() + stopWithinMs)
  }

  /** @param {string} name */
  const pidOf = (name) => running.get(name)?.child.pid

  return { start, stop, end: endOne, pidOf }
}

/** What the supervisor did and why, kept beside the logs of the processes. @param {Log} log @param {(text: string) => void} say */
function createJournal(log, say) {
  /** @param {string} sentence */
  const add = (sentence) => {
    log.write(logLine('supervisor', 'warn', sentence))
    return sentence
  }
  return {
    add,
    /** @param {string} sentence */
    say: (sentence) => {
      say(add(sentence))
      return sentence
    },
    close: log.close,
  }
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

/** @param {Plan} plan @param {Log} log @param {ReturnType<typeof startWatchdog>} watchdog @returns {Running} */
function spawnLogged(plan, log, watchdog) {
  // A group of its own: Ctrl-C reaches only the supervisor, which then stops the processes in order.
  const child = spawn(plan.program, plan.args, {
    cwd: root,
    env: plan.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  /** @type {string[]} */
  const complaints = []
  const said = createLines(plan.name, 'info', log.write)
  const complained = createLines(plan.name, 'error', log.write)
  child.stdout?.setEncoding('utf8').on('data', said.take)
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    complained.take(chunk)
    complaints.push(...String(chunk).split('\n').filter(Boolean))
    complaints.splice(0, complaints.length - 20)
  })
  const { pid } = child
  if (pid) watchdog.add(pid)
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be run (${error.message})`))
    child.once('close', (code, signal) => {
      said.end()
      complained.end()
      log.close()
      if (pid) watchdog.remove(pid)
      resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`)
    })
  })
  return { plan, child, log, complaints, ended }
}

/** @param {Running} now @param {number} deadline */
async function end({ child, ended }, deadline) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), Math.max(0, deadline - Date.now()))
  await ended
  clearTimeout(late)
}

/** Null once it is healthy, a reason when it takes too long. @param {Plan} plan @param {number} withinMs @returns {Promise<string | null>} */
async function untilHealthy(plan, withinMs) {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (await plan.healthy()) return null
    await pause(100)
  }
  return `was not healthy within ${withinMs / 1000} s`
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)
