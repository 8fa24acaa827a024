// The part of `npm run check` that looks at the manifests of deploy/several-machines: a process of its own, because its packages may have
// been installed just before.
import { checkManifests } from './setup/manifests.mjs'
import { say } from './setup/say.mjs'

const { code, output } = await checkManifests()
if (code !== 0) say(output)
process.exitCode = code
