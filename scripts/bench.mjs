// `npm run bench -- NAME`: runs one measurement of bench/; without a name it lists them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { root, run, tool } from './setup/project.mjs'
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
  const bundle = join(root, 'bench', 'dist', `${name}-bench.js`)
  await run(
    tool('rolldown'),
    [source, '--file', bundle, '--platform', 'node', '--format', 'esm', '--external', '/^[a-z@](?!rollcall)/'],
    { quiet: true },
  )
  process.argv = [process.execPath, bundle, ...rest]
  await import(pathToFileURL(bundle).href)
})
