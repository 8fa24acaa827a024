// `npm run start:web | start:backend | start:relay | start:simulator`: one process by itself, in this very process, with settings from
// the environment alone.
import { ensureBuilt } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { entries } from './setup/processes.mjs'
import { command, Refusal } from './setup/say.mjs'

await command(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const entry = entries[/** @type {keyof typeof entries} */ (name)]
  if (!entry) throw new Refusal(`There is no process "${name}"; there are ${Object.keys(entries).join(', ')}.`)
  await ensureInstalled('running')
  // The relay runs from its sources.
  if (name !== 'relay') await ensureBuilt()
  process.argv = [process.execPath, entry, ...rest]
  await import(entry)
})
