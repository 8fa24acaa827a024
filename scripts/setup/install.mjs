// Installs the locked packages when they are missing or the lock file changed. Needs nothing but Node and npm.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, run } from './project.mjs'
import { Refusal, step } from './say.mjs'

const marker = join(root, 'node_modules', '.rollcall-installed')

export async function ensureInstalled() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Refusal(`Rollcall needs Node 20.19 or newer; this is ${process.versions.node}.`)
  }
  const locked = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === locked) return
  const [program, args] = npm()
  await step('Installing packages (once; a minute or two)', () =>
    run(program, [...args, 'install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund']),
  )
  writeFileSync(marker, locked)
}
