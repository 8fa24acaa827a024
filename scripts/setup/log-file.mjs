// A process's output in a file of bounded size: at 10 MiB the file becomes <name>.1 and a new one begins.
import { closeSync, openSync, renameSync, fstatSync, writeSync } from 'node:fs'

const maxBytes = 10 * 1024 * 1024

/** @param {string} file */
export function createLogFile(file) {
  let fd = openSync(file, 'a', 0o600)
  let bytes = fstatSync(fd).size
  let closed = false
  return {
    /** A full disk must not stop the system: what cannot be written is dropped. @param {Buffer} chunk */
    write(chunk) {
      if (closed) return
      try {
        if (bytes + chunk.length > maxBytes) {
          renameSync(file, `${file}.1`)
          closeSync(fd)
          fd = openSync(file, 'a', 0o600)
          bytes = 0
        }
        bytes += writeSync(fd, chunk)
      } catch {
        bytes = Math.min(bytes, maxBytes)
      }
    },
    /** A number is reused: closing it twice would close somebody else's file. */
    close() {
      if (!closed) closeSync(fd)
      closed = true
    },
  }
}
