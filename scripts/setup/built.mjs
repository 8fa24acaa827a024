// Builds the browser application and the Node processes when their sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, run, tool } from './project.mjs'
import { step } from './say.mjs'

const marker = join(root, 'node_modules', '.rollcall-built')
const sources = [
  'contracts/src',
  'tokens/src',
  'backend/src',
  'web/server/src',
  'web/app',
  'simulator/src',
  'rolldown.config.mjs',
  'package-lock.json',
]
const results = ['backend/dist/main.js', 'web/server/dist/main.js', 'web/app/dist/index.html', 'simulator/dist/main.js']

export async function ensureBuilt() {
  const complete = results.every((file) => existsSync(join(root, file)))
  if (complete && existsSync(marker) && readFileSync(marker, 'utf8') === hashOfSources()) return
  await build()
}

/** Leaves a mark of what it was made of, so that nobody does it again. */
export async function build() {
  // Of before it began: what is changed meanwhile is built the next time.
  const sourcesHash = hashOfSources()
  rmSync(marker, { force: true })
  await step('Building the server processes', () =>
    run(tool('rolldown'), ['-c', 'rolldown.config.mjs'], { quiet: true }),
  )
  await step('Building the browser application', () =>
    run(tool('vite'), ['build', 'web/app', '--logLevel', 'warn'], { quiet: true }),
  )
  mkdirSync(dirname(marker), { recursive: true })
  writeFileSync(marker, sourcesHash)
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, join(root, source))
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addToHash(hash, path) {
  const entries = listed(path)
  if (!entries) {
    hash.update(path.slice(root.length)).update(readFileSync(path))
    return
  }
  for (const entry of entries) {
    if (entry === 'dist' || entry === 'node_modules') continue
    addToHash(hash, join(path, entry))
  }
}

/** The names in a folder, sorted, or null for a file. @param {string} path */
function listed(path) {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
    throw error
  }
}
