// What `rollcall run` says to systemd, and that its processes say nothing in its name. A stand-in for systemd-notify writes it down.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../setup/project.mjs'

it('says that it is ready and that it lives, and keeps the way to systemd to itself', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-notify-'))
  const heard = join(folder, 'heard')
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $1" >> ${heard}\n`, { mode: 0o755 })
  const module = join(root, 'scripts', 'setup', 'tell-systemd.mjs')
  // Ends when it was heard twice.
  const script = `import { existsSync, readFileSync } from 'node:fs'
    const { tellSystemd } = await import(${JSON.stringify(module)})
    tellSystemd()
    console.log(JSON.stringify([process.env.NOTIFY_SOCKET ?? null, process.env.WATCHDOG_USEC ?? null]))
    const look = setInterval(() => {
      if (existsSync('${heard}') && readFileSync('${heard}', 'utf8').includes('WATCHDOG=1')) clearInterval(look)
    }, 20)`
  const env = { PATH: `${folder}:${process.env['PATH']}`, NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '300000' }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
  expect(JSON.parse(said)).toEqual([null, null])
  const lines = readFileSync(heard, 'utf8').split('\n')
  expect(lines[0]).toBe('/run/notify READY=1')
  expect(lines).toContain('/run/notify WATCHDOG=1')
  rmSync(folder, { recursive: true })
})
