// `npm run release`: one archive for this platform in dist/release, with everything that an installation needs beside Node: built code,
// packages for running only, the programs of Bun and PostgreSQL, units, checksums and a list of what is in it (docs/operations.md).
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { billOfMaterials } from './setup/bill-of-materials.mjs'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { npm, root, run } from './setup/project.mjs'
import { stageFiles, stagePackages } from './setup/release-files.mjs'
import { command, say, step } from './setup/say.mjs'
import { signChecksums } from './setup/sign-release.mjs'

/** The rooms whose processes an installation runs; the browser's packages are built into web/app/dist. */
const running = ['backend', 'web/server', 'relay']
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `rollcall-${version}-${process.platform}-${process.arch}`

await command(async () => {
  await ensureInstalled('running')
  await ensureBuilt()
  const target = join(root, 'dist', 'release')
  const folder = join(target, name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await step('Gathering files and packages', async () => {
    stageFiles(folder, version)
    const packages = await packagesOf(running)
    stagePackages(folder, packages)
    const materials = billOfMaterials(version, [...packages, ...(await packagesOf(['web/app']))])
    writeFileSync(join(folder, 'sbom.cdx.json'), materials)
    writeFileSync(join(folder, 'SHA256SUMS'), await checksums(folder, filesIn(folder)))
  })
  const archive = `${name}.tar.gz`
  await step(`Packing ${archive}`, () => run('tar', ['-czf', join(target, archive), ...asRoot(), '-C', target, name]))
  writeFileSync(join(target, 'sbom.cdx.json'), readFileSync(join(folder, 'sbom.cdx.json')))
  writeFileSync(join(target, 'SHA256SUMS'), await checksums(target, [archive, 'sbom.cdx.json']))
  const key = process.env['RELEASE_SIGNING_KEY']
  if (key) signChecksums(target, key)
  else say('!!! Not signed: RELEASE_SIGNING_KEY names no key (docs/operations.md).')
  rmSync(folder, { recursive: true })
  say(`\n${join(target, archive)}`)
})

/** Where the packages lie that these rooms need, without what only developers need. @param {string[]} rooms */
async function packagesOf(rooms) {
  const [program, args] = npm()
  const all = [...args, 'ls', '--omit=dev', '--all', '--parseable', ...rooms.flatMap((room) => ['-w', room])]
  const { stdout } = await promisify(execFile)(program, all, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter(Boolean)
}

/** Whoever built it, whoever unpacks it as root owns it, and everybody may read it. */
function asRoot() {
  if (process.platform !== 'linux') return ['--uid', '0', '--gid', '0']
  return ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w', '--sort=name']
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** As `sha256sum -c` reads them. @param {string} folder @param {string[]} files */
async function checksums(folder, files) {
  const lines = []
  for (const file of files.toSorted()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, file)), hash)
    lines.push(`${hash.digest('hex')}  ${file}\n`)
  }
  return lines.join('')
}
