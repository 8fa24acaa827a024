// `rollcall run`: an installation made by `rollcall setup`, in the foreground: no demo, no simulator. systemd runs this.
import { becomeOwner, dataFolder, version } from './data-folder.mjs'
import { claimDataFolder, startInstallation } from './installation.mjs'
import { Refusal, say } from './say.mjs'
import { tellSystemd } from './tell-systemd.mjs'

/** @param {Record<string, string> | null} settings */
export async function runInstallation(settings) {
  const publicUrl = process.env['PUBLIC_URL']
  if (!settings || !publicUrl)
    throw new Refusal(`There is no installation in ${dataFolder()}. Make one with: rollcall setup`)
  becomeOwner(dataFolder())
  const extraOrigins = [new URL(publicUrl).origin]
  const dataDir = await claimDataFolder()
  const { logs } = await startInstallation({ dataDir, development: false, demo: false, extraOrigins })
  tellSystemd()
  say(`\nRollcall ${version} is running for ${publicUrl}. Logs are in ${logs}.`)
}
