// One installation per data folder: whoever runs holds a socket in it, which ends with the process however it ends. A second start
// is refused before it has touched anything. Used by `npm start` and `npm run dev`.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from './say.mjs'

/** Longer paths are no addresses of sockets. */
const longestPath = 100

/** Answers how to let go of it. @param {string} dataDir @returns {Promise<() => void>} */
export async function claimFolder(dataDir) {
  const path = socketPath(dataDir)
  if (await isHeld(path))
    throw new Refusal(
      `Rollcall already runs in ${dataDir}; nothing was changed. Stop it first, or choose another folder with DATA_DIR.`,
    )
  // Left behind by one that was killed.
  rmSync(path, { force: true })
  const server = createServer((socket) => socket.destroy())
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(undefined))
  })
  server.unref()
  return () => void server.close()
}

/** @param {string} dataDir */
function socketPath(dataDir) {
  const inside = join(dataDir, 'running.sock')
  if (Buffer.byteLength(inside) <= longestPath) return inside
  return join(tmpdir(), `rollcall-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`)
}

/** @param {string} path @returns {Promise<boolean>} */
function isHeld(path) {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
