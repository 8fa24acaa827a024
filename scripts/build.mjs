// `npm run build`: installs what is missing and builds everything that `npm start` runs.
import { build } from './setup/built.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled('running')
  await build()
})
