// What must hold before anything starts: a writable data folder, room on the disk, free ports. One sentence each when it does not.
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { Refusal } from './say.mjs'

/** @type {Record<string, string>} */
const reasons = {
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of this path is not a folder',
  EEXIST: 'it is not a folder',
}
const leastFreeBytes = 300 * 1024 * 1024

/** @param {string} dataDir */
export function requireDataFolder(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = reasons[code] ?? 'permission denied'
    throw new Refusal(
      `Rollcall cannot write to its data folder ${dataDir}: ${why}. Choose another with DATA_DIR=/some/folder.`,
    )
  }
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < leastFreeBytes) {
    throw new Refusal(
      `The disk of ${dataDir} is full: ${Math.round((bavail * bsize) / 1e6)} MB free, at least 300 MB are needed.`,
    )
  }
}

/** @param {{ title: string, port: number, setting: string }[]} required */
export async function requireFreePorts(required) {
  for (const { title, port, setting } of required) {
    if (await isFree(port)) continue
    throw new Refusal(
      `Port ${port}, which ${title} needs, is taken by another program. Stop that program (perhaps another Rollcall), or choose another port with ${setting}=${port + 1000}.`,
    )
  }
}

/** @param {number} port @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)))
  })
}
