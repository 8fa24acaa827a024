// `npm run bench -- NAME`: runs one measurement of bench/; without a name it lists them. The peers that some are compared with run as
// processes of their own, from packages that are installed only when they are needed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled, ensurePeersInstalled } from './setup/install.mjs'
import { root, run, tool } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

const folder = join(root, 'bench', 'src')
const peers = join(root, 'bench', 'peers')
const entryOf = (/** @type {string} */ name) => join(folder, name, `${name}-bench.ts`)
const comparedWithPeers = new Set(['proxy', 'relay'])

await command(async () => {
  const [name, ...rest] = process.argv.slice(2)
  const names = readdirSync(folder).filter((each) => existsSync(entryOf(each)))
  if (!name) {
    say(`Measurements: ${names.join(', ')}. Run one with "npm run bench -- NAME".`)
    return
  }
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
