// Installs the locked packages when they are missing or the lock file changed. Needs nothing but Node and npm.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, run, tool } from './project.mjs'
import { Refusal, step } from './say.mjs'

const marker = join(root, 'node_modules', '.rollcall-installed')
const quietly = ['--no-audit', '--no-fund']

/**
 * `running`: what building and running need. `everything`: also what tests, checks and development need; it is never taken away again.
 * @param {'running' | 'everything'} [what]
 */
export async function ensureInstalled(what = 'everything') {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Refusal(`Rollcall needs Node 20.19 or newer; this is ${process.versions.node}.`)
  }
  const locked = hashOf(join(root, 'package-lock.json'))
  const hasEverything = existsSync(tool('vitest'))
  if (isMarked(marker, locked) && (hasEverything || what === 'running')) return
  const dev = hasEverything || what === 'everything' ? '--include=dev' : '--omit=dev'
  const [program, args] = npm()
  await step('Installing packages (once; a minute or two)', () =>
    run(program, [...args, 'install', '--no-save', dev, '--include=optional', ...quietly]),
  )
  writeFileSync(marker, locked)
}

export const peersFolder = join(root, 'bench', 'peers')
const peersMarker = join(peersFolder, 'node_modules', '.rollcall-installed')

/** The servers that measurements compare the product with; they have a lock file of their own, and nothing else needs them. */
export async function ensurePeersInstalled() {
  const locked = hashOf(join(peersFolder, 'package-lock.json'))
  if (isMarked(peersMarker, locked)) return
  const [program, args] = npm()
  await step('Installing the peers of the measurements', () =>
    run(program, [...args, 'ci', '--prefix', peersFolder, ...quietly]),
  )
  writeFileSync(peersMarker, locked)
}

/** @param {string} file */
const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** @param {string} file @param {string} locked */
const isMarked = (file, locked) => existsSync(file) && readFileSync(file, 'utf8') === locked
