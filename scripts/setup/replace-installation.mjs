// `rollcall restore --replace`: what is there is put aside first, and comes back when the restore fails. Backups and logs stay where they
// are. Used by the rollcall command.
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { claimFolder } from './claim-folder.mjs'

const staying = ['backups', 'logs', 'running.sock']
const aside = /^replaced-/

/**
 * The folder it was put into, and the way back.
 * @param {string} folder @param {string[] | null} only what a restore replaces; null: everything
 */
export async function putAside(folder, only) {
  // One that runs would go on writing to what is put aside.
  const letGo = await claimFolder(folder)
  const place = join(folder, `replaced-${new Date().toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}`)
  const isReplaced = (/** @type {string} */ name) =>
    only ? only.includes(name) : !staying.includes(name) && !aside.test(name)
  const entries = readdirSync(folder).filter(isReplaced)
  mkdirSync(place, { mode: 0o700 })
  for (const name of entries) renameSync(join(folder, name), join(place, name))
  return {
    place,
    letGo,
    putBack() {
      // What an interrupted restore has made under the same names goes into the way of nothing.
      for (const name of readdirSync(folder).filter(isReplaced))
        renameSync(join(folder, name), join(place, `unfinished-${name}`))
      for (const name of entries) renameSync(join(place, name), join(folder, name))
      if (existsSync(place) && readdirSync(place).length === 0) rmdirSync(place)
    },
  }
}
