// `npm run pictures`: takes the pictures of docs/pictures anew from the running product.
import { ensureBuilt } from './setup/built.mjs'
import { ensureChromium } from './setup/browsers.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { run, tool } from './setup/project.mjs'
import { command } from './setup/say.mjs'

await command(async () => {
  await ensureInstalled()
  const CHROMIUM = await ensureChromium()
  await ensureBuilt()
  await run(tool('playwright'), ['test', '-c', 'system-tests'], { env: { ...process.env, CHROMIUM, PICTURES: 'yes' } })
})
