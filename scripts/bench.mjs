// `npm run bench -- NAME`: runs one measurement of bench/; without a name it lists them; `all` runs them all, or those that are named
// behind it, and writes what they say into bench/RESULTS.md. The peers that some are compared with run as
// processes of their own, from packages that are installed only when they are needed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withResult } from './setup/bench-results.mjs'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled, ensurePeersInstalled } from './setup/install.mjs'
import { outcome, root, run, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

const folder = join(root, 'bench', 'src')
const peers = join(root, 'bench', 'peers')
const entryOf = (/** @type {string} */ name) => join(folder, name, `${name}-bench.ts`)
const comparedWithPeers = new Set(['proxy', 'relay'])

await command(async () => {
  const [name, ...rest] = process.argv.slice(2)
  const names = readdirSync(folder).filter((each) => existsSync(entryOf(each)))
  if (!name) {
    say(`Measurements: ${names.join(', ')}. Run one with "npm run bench -- NAME", or "all".`)
    return
  }
  if (name === 'all') return runAll(rest.length > 0 ? names.filter((one) => rest.includes(one)) : names)
  if (!names.includes(name)) throw new Refusal(`There is no measurement "${name}"; there are ${names.join(', ')}.`)
  await ensureInstalled()
  await ensureBuilt()
  if (comparedWithPeers.has(name)) await buildPeers()
  const results = join(root, 'bench', 'dist')
  await bundle([entryOf(name)], results)
  const measurement = join(results, `${name}-bench.js`)
  process.argv = [process.execPath, measurement, ...rest]
  await import(pathToFileURL(measurement).href)
})

/** One after another, each in a process of its own: one that fails does not keep the others from being measured. @param {string[]} names */
async function runAll(names) {
  const page = join(root, 'bench', 'RESULTS.md')
  const kept = join(root, 'dist', 'bench')
  mkdirSync(kept, { recursive: true })
  const failed = []
  for (const name of names) {
    say(`• ${name} …`)
    const { code, output } = await outcome(process.execPath, [join(root, 'scripts', 'bench.mjs'), name], {
      quiet: true,
    })
    say(output)
    writeFileSync(join(kept, `${name}.txt`), output)
    const day = new Date().toISOString().slice(0, 10)
    writeFileSync(page, withResult(readFileSync(page, 'utf8'), name, { output, failed: code !== 0, day }))
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) throw new Refusal(`Void: ${failed.join(', ')}.`)
}

/** Their types are checked here, because the checks of a clone without their packages leave them out. */
async function buildPeers() {
  await ensurePeersInstalled()
  await run(tool('tsc'), ['-p', 'bench/peers'], { quiet: true })
  const sources = readdirSync(peers).filter((file) => /-(relay|proxy)\.ts$/.test(file))
  await bundle(
    sources.map((file) => join(peers, file)),
    join(peers, 'dist'),
  )
}

/** @param {string[]} input @param {string} dir */
async function bundle(input, dir) {
  const { build } = await import('rolldown')
  await build({
    input,
    platform: 'node',
    external: (id) => /^[a-z@]/i.test(id) && !id.startsWith('@rollcall/'),
    output: { dir, format: 'esm', cleanDir: true },
  })
}
