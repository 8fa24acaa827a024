// The logs of the processes in one folder: <name>.log each, put aside as <name>-<time>.log when its day is over or it has grown; what
// becomes of it then is kept-logs.mjs. Used by the supervisor.
import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { keepLogs, logLimits, timeInName } from './kept-logs.mjs'

const dayMs = 86_400_000
/** A file is this large at most before it is packed. */
const mostBytes = 20 * 1024 * 1024

/** @param {string} folder @param {{ limits?: import('./kept-logs.mjs').Limits, now?: () => number, largest?: number }} [options] `now` and `largest`: for tests */
export function createLogs(folder, { limits = logLimits(), now = Date.now, largest = mostBytes } = {}) {
  // One after the other: all logs lie in the same folder.
  let keeping = keepLogs(folder, limits, now())
  const onAside = () => {
    keeping = keeping.then(() => keepLogs(folder, limits, now()))
  }
  return {
    /** @param {string} name */
    open: (name) => openLog({ folder, name, now, largest, onAside }),
    /** When everything that was put aside is packed. */
    settled: () => keeping,
  }
}

/** @param {{ folder: string, name: string, now: () => number, largest: number, onAside: () => void }} options */
function openLog({ folder, name, now, largest, onAside }) {
  const file = join(folder, `${name}.log`)
  let fd = openSync(file, 'a', 0o600)
  const { size, mtimeMs } = fstatSync(fd)
  let bytes = size
  let day = dayOf(size > 0 ? mtimeMs : now())
  let closed = false

  const putAside = () => {
    if (existsSync(file)) renameSync(file, join(folder, `${name}-${timeInName(now())}.log`))
    const next = openSync(file, 'a', 0o600)
    closeSync(fd)
    fd = next
    bytes = 0
    onAside()
  }
  return {
    /** A full disk must not stop the system: what cannot be written is dropped. @param {string} lines */
    write(lines) {
      if (closed) return
      try {
        const chunk = Buffer.from(lines)
        if (bytes > 0 && (bytes + chunk.length > largest || dayOf(now()) !== day)) putAside()
        day = dayOf(now())
        bytes += writeSync(fd, chunk)
      } catch {
        bytes = Math.min(bytes, largest)
      }
    },
    /** A number is reused: closing it twice would close somebody else's file. */
    close() {
      if (!closed) closeSync(fd)
      closed = true
    },
  }
}

/** In UTC, as the lines have it. @param {number} time */
const dayOf = (time) => Math.floor(time / dayMs)
