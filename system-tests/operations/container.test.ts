// deploy/container: the image is built from the release archive by buildah, which needs no daemon, set up and run, and asked whether it is
// ready. No registry is asked: CONTAINER_ROOTFS is a Debian root folder as a tar (mmdebstrap --variant=minbase bookworm rootfs.tar), to
// which the Node of this machine is added.
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnChild, until } from '../setup/child-process.ts'
import { findProgram } from '../setup/find-program.ts'
import { freePorts } from '@rollcall/bench/measuring/free-ports'

const root = join(import.meta.dirname, '..', '..')
const released = process.env['RELEASE_DIR'] ?? join(root, 'dist', 'release')
const rootfs = process.env['CONTAINER_ROOTFS']
const program = findProgram('buildah')
const isRoot = process.getuid?.() === 0
const isTried = Boolean(program && rootfs && isRoot)
if (!isTried)
  console.warn('!!! No buildah, no CONTAINER_ROOTFS or no root (see container.test.ts): the image is not built.')

let folder: string
const at = (path: string) => join(folder, path)
const storage = () => ['--root', at('storage'), '--runroot', at('run'), '--storage-driver', 'vfs']

/** Everything it says; its own words when it fails. */
async function buildah(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program ?? '', [...storage(), ...args], { maxBuffer: 1e8 })
  return stdout + stderr
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-container-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.skipIf(!isTried)('is built from the archive, set up, run and ready', async () => {
  for (const name of ['base', 'release', 'data']) mkdirSync(at(name))
  copyFileSync(resolve(rootfs ?? ''), at('base/rootfs.tar'))
  copyFileSync(process.execPath, at('base/node'))
  writeFileSync(at('base/Containerfile'), 'FROM scratch\nADD rootfs.tar /\nCOPY node /usr/bin/node\n')
  await buildah(
    'bud',
    '--isolation',
    'chroot',
    '--tag',
    'localhost/base',
    '--file',
    at('base/Containerfile'),
    at('base'),
  )
  cpSync(released, at('release'), { recursive: true })
  const definition = join(root, 'deploy', 'container', 'Containerfile')
  const said = await buildah(
    'bud',
    '--isolation',
    'chroot',
    '--build-arg',
    'BASE=localhost/base',
    '--tag',
    'localhost/rollcall',
    '--file',
    definition,
    at('release'),
  )
  expect(said).toContain('.tar.gz: OK')
  expect(said).not.toContain('warning')
  const container = (await buildah('from', 'localhost/rollcall')).trim().split('\n').at(-1) ?? ''
  chownSync(at('data'), 10_001, 10_001)
  const [web = 0, ...others] = await freePorts(4)
  const ports = ['BACKEND_PORT', 'RELAY_PORT', 'DATABASE_PORT'].map((name, n) => `${name}=${others[n]}`)
  const inside = [
    'run',
    '--isolation',
    'chroot',
    '--volume',
    `${at('data')}:/var/lib/rollcall`,
    ...[`WEB_PORT=${web}`, ...ports].flatMap((setting) => ['--env', setting]),
    container,
    '--',
    'rollcall',
  ]
  const setup = ['setup', '--url', 'https://rollcall.example.com', '--proxy', '127.0.0.1']
  const made = await buildah(...inside, ...setup, '--admin-email', 'you@example.com', '--admin-name', 'You')
  expect(made).toContain('The installation is /var/lib/rollcall')
  const running = spawnChild(program ?? '', [...storage(), ...inside, 'run'], process.env)
  try {
    const answers = async () => {
      const reply = await fetch(`http://127.0.0.1:${web}/api/ready`).catch(() => null)
      return reply?.status === 200 ? reply.json() : false
    }
    const ready = await until('it is ready', answers, 120_000).catch((error: Error) => error.message + running.output())
    expect(ready).toMatchObject({ success: true })
    expect(await buildah(...inside, 'backup')).toContain('restored into a scratch database to check them')
  } finally {
    running.signal('SIGTERM', 'group')
    await running.ended
  }
})
