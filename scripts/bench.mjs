// `npm run bench -- NAME`: runs one measurement of bench/; without a name it lists them. The peers and the load run as processes
// of their own, so they are bundled beside it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { root } from './setup/project.mjs'
import { command, Refusal, say } from './setup/say.mjs'

await command(async () => {
  const [name, ...rest] = process.argv.slice(2)
  const folder = join(root, 'bench', 'src')
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('-bench.ts'))
    .map((file) => file.replace(/-bench\.ts$/, ''))
  if (!name) {
    say(`Measurements: ${names.join(', ')}. Run one with "npm run bench -- NAME".`)
    return
  }
  const source = join(folder, `${name}-bench.ts`)
  if (!existsSync(source)) throw new Refusal(`There is no measurement "${name}"; there are ${names.join(', ')}.`)
  await ensureInstalled()
  await ensureBuilt()
  const processes = ['peers', 'processes'].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, part, file)),
  )
  const results = join(root, 'bench', 'dist')
  const { build } = await import('rolldown')
  await build({
    input: [source, ...processes],
    platform: 'node',
    external: (id) => /^[a-z@]/i.test(id) && !id.startsWith('@rollcall/'),
    output: { dir: results, format: 'esm', cleanDir: true },
  })
  const bundle = join(results, `${name}-bench.js`)
  process.argv = [process.execPath, bundle, ...rest]
  await import(pathToFileURL(bundle).href)
})
