// The supervisor of `npm start`, with small real processes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimFolder } from '../setup/claim-folder.mjs'
import { requireDataFolder, requireFreePorts } from '../setup/preconditions.mjs'
import { demoAccounts, installationSecrets } from '../setup/secrets.mjs'
import { createSupervisor } from '../setup/supervisor.mjs'

let folder: string
let said: string[]
let gaveUp: string[]
let stop: () => Promise<void>
let start: ReturnType<typeof createSupervisor>['start']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-supervisor-'))
  said = []
  gaveUp = []
  ;({ start, stop } = createSupervisor({
    logs: folder,
    say: (text) => said.push(text),
    giveUp: (text) => gaveUp.push(text),
    silentMs: 1500,
    // A busy machine takes long for five deaths.
    deathsWithinMs: 600_000,
  }))
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

/** A process that writes its pid to a file, then runs `code`. */
const aProcess = (code: string, name = 'thing') => ({
  name,
  title: `the ${name}`,
  program: process.execPath,
  args: [
    '-e',
    `require('fs').writeFileSync(${JSON.stringify(join(folder, `${name}.pid`))}, String(process.pid)); ${code}`,
  ],
  env: process.env,
  healthy: async () => pidOf(name) !== null,
})
const pidOf = (name = 'thing') => {
  try {
    return Number(readFileSync(join(folder, `${name}.pid`), 'utf8')) || null
  } catch {
    return null
  }
}
const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const until = async (what: () => boolean | Promise<boolean>) => {
  const deadline = Date.now() + 100_000
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error('did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const answers = async () => {
  try {
    const port = readFileSync(join(folder, 'port'), 'utf8')
    return (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(500) })).ok
  } catch {
    return false
  }
}
const forever = 'setInterval(() => {}, 1000)'

describe('the supervisor', { timeout: 120_000 }, () => {
  it('starts again what was killed and says so in one sentence', async () => {
    await start(aProcess(forever))
    const first = pidOf() ?? 0
    process.kill(first, 'SIGKILL')
    await until(() => pidOf() !== first && pidOf() !== null)
    expect(said).toEqual(['The thing was ended by SIGKILL; starting it again.'])
    expect(alive(pidOf() ?? 0)).toBe(true)
  })

  it('refuses with what the process said when it does not start', async () => {
    const broken = { ...aProcess("console.error('The disk is full.'); process.exit(1)"), healthy: async () => false }
    await expect(start(broken)).rejects.toThrow('The thing did not start: The disk is full.')
  })

  it('gives up on a process that dies again and again', async () => {
    await start(aProcess("console.error('no luck'); setTimeout(() => process.exit(3), 500)"))
    await until(() => gaveUp.length > 0)
    expect(gaveUp).toEqual(['The thing stopped 5 times within a minute; giving up. It said: no luck'])
  })

  it('ends what no longer answers, starts it again and keeps the reason', async () => {
    // Answers over HTTP, as the processes of the product do; a stopped process accepts connections and says nothing.
    const plan = {
      ...aProcess(`require('http').createServer((_, reply) => reply.end()).listen(0, '127.0.0.1', function () {
        require('fs').writeFileSync(${JSON.stringify(join(folder, 'port'))}, String(this.address().port)) })`),
      answers,
      healthy: answers,
    }
    await start(plan)
    const first = pidOf() ?? 0
    process.kill(first, 'SIGSTOP')
    await until(() => pidOf() !== first && pidOf() !== null)
    await until(answers)
    expect(alive(first)).toBe(false)
    const sentence = 'The thing did not answer for 2 s; it is ended.'
    expect(said).toEqual([sentence, 'The thing was ended by SIGKILL; starting it again.'])
    for (const log of ['thing.log', 'supervisor.log'])
      expect(readFileSync(join(folder, log), 'utf8')).toContain(JSON.stringify(sentence))
  })

  it('goes on without an optional process that dies again and again', async () => {
    await start(aProcess(forever, 'other'))
    const other = pidOf('other') ?? 0
    await start({ ...aProcess("console.error('no luck'); process.exit(3)"), healthy: async () => true, optional: true })
    await until(() => said.some((line) => line.includes('everything else goes on')))
    expect([gaveUp, alive(other)]).toEqual([[], true])
  })

  it('stops the last started first and kills what does not listen', async () => {
    await start(aProcess(forever, 'first'))
    await start(aProcess(`process.on('SIGTERM', () => {}); ${forever}`, 'deaf'))
    const pids = [pidOf('first') ?? 0, pidOf('deaf') ?? 0]
    expect(pids.every(alive)).toBe(true)
    const began = Date.now()
    await stop()
    expect(pids.some(alive)).toBe(false)
    expect(Date.now() - began).toBeLessThan(25_000)
  })
})

describe('before the start', () => {
  it('names the taken port and the setting that changes it', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(requireFreePorts([{ title: 'the relay', port, setting: 'RELAY_PORT' }])).rejects.toThrow(
      new RegExp(`Port ${port}, which the relay needs, is taken .* RELAY_PORT=`),
    )
    taken.close()
  })

  it('refuses a second start in the same folder, until the first is gone', async () => {
    const letGo = await claimFolder(folder)
    await expect(claimFolder(folder)).rejects.toThrow(`Rollcall already runs in ${folder}; nothing was changed.`)
    letGo()
    ;(await claimFolder(folder))()
  })

  it('takes over a folder whose installation was killed', async () => {
    const script = `require('net').createServer().listen(${JSON.stringify(join(folder, 'running.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    expect(existsSync(join(folder, 'running.sock'))).toBe(true)
    ;(await claimFolder(folder))()
  })

  it('says when the data folder cannot be written', () => {
    expect(() => requireDataFolder('/dev/null/rollcall')).toThrow(
      /cannot write to its data folder \/dev\/null\/rollcall: a part of this path is not a folder/,
    )
  })

  // holds spec 5.5-8; rules 12-4
  it('makes secrets and accounts once and keeps them private', () => {
    const secrets = installationSecrets(folder)
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length)
    expect(Object.values(secrets).every((secret) => /^[0-9a-f]{64}$/.test(secret ?? ''))).toBe(true)
    expect(installationSecrets(folder)).toEqual(secrets)
    const { accounts } = demoAccounts(folder)
    expect(accounts.map(({ role }) => role)).toEqual(['admin', 'safety', 'operator', 'viewer'])
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(4)
    expect(demoAccounts(folder).accounts).toEqual(accounts)
  })
})
