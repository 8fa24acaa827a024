// PostgreSQL refuses to run as root. As root we start it as an unprivileged user that every system has.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type RunAs = { readonly uid: number; readonly gid: number }

/** initdb insists on a user that the system knows by name; these exist nearly everywhere. */
function nobody(): RunAs {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['nobody', 'daemon']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65_534, gid: 65_534 }
}

/** Null: as whoever we are. A cluster that exists already keeps its owner. */
export function chooseUser(clusterFolders: readonly string[]): RunAs | null {
  if (process.getuid?.() !== 0) return null
  for (const folder of clusterFolders) {
    const owner = statSync(folder, { throwIfNoEntry: false })
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return nobody()
}

/** Whether the user may walk to the path: every folder above it must be open to them. */
export function canReach(path: string, user: RunAs | null): boolean {
  if (user === null) return true
  const parent = dirname(path)
  const folder = statSync(parent, { throwIfNoEntry: false })
  // A folder that does not exist yet will be made by us, open to all.
  if (folder && !allows(folder, user, 0o1)) return false
  return parent === path || canReach(parent, user)
}

/** Whether the user may read and enter or execute what is there. */
export function canUse(path: string, user: RunAs | null): boolean {
  if (user === null) return true
  const entry = statSync(path, { throwIfNoEntry: false })
  return entry !== undefined && allows(entry, user, entry.isDirectory() || entry.mode & 0o111 ? 0o5 : 0o4)
}

function allows(entry: { uid: number; gid: number; mode: number }, user: RunAs, bits: number): boolean {
  const shift = entry.uid === user.uid ? 6 : entry.gid === user.gid ? 3 : 0
  return ((entry.mode >> shift) & bits) === bits
}
