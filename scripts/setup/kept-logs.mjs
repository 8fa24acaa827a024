// What becomes of logs that were put aside (log-file.mjs): packed, kept for LOG_DAYS days, and less long when all of them together become
// larger than LOG_MAX_MB. The audit log is the web server's, which does the same with it between two lines.
import { createReadStream, createWriteStream, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Refusal } from './say.mjs'

const dayMs = 86_400_000
/** Put aside by this version, or by one before it. */
const aside = /^(?!audit-)(\w+)-(\d{8}T\d{9}Z)\.log(?:\.gz)?$|^(\w+)\.log\.1$/

/** docs/configuration.md is made from them. */
export const logSettings = {
  LOG_DAYS: { otherwise: 30, least: 1, most: 3650, says: 'Days for which logs are kept.' },
  LOG_MAX_MB: {
    otherwise: 2000,
    least: 200,
    most: 1_000_000,
    says: 'Megabytes that all logs together may take; beyond it the oldest parts of the largest log go, whatever LOG_DAYS says.',
  },
}

/** @typedef {{ days: number, maxBytes: number }} Limits */
/** @typedef {{ name: string, log: string, isAside: boolean, at: number, bytes: number }} Part */

/** @returns {Limits} */
export function logLimits() {
  const [days = 0, megabytes = 0] = Object.entries(logSettings).map(([name, { otherwise, least, most }]) => {
    const value = Number(process.env[name] || otherwise)
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Refusal(`${name} must be a whole number from ${least} to ${most}.`)
    return value
  })
  return { days, maxBytes: megabytes * 1e6 }
}

/** What the name of a part says about when it was put aside. @param {number} time */
export const timeInName = (time) => new Date(time).toISOString().replaceAll(/[-:.]/g, '')

/** Never throws: logs that stay as they are are logs. @param {string} folder @param {Limits} limits @param {number} now */
export async function keepLogs(folder, limits, now) {
  try {
    await pack(folder)
    tidy(folder, limits, now)
  } catch {}
}

/** Also what a run that was killed had left. @param {string} folder */
async function pack(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.endsWith('.gz.part')) rmSync(path, { force: true })
    if (!aside.test(name) || !name.endsWith('.log')) continue
    await pipeline(createReadStream(path), createGzip(), createWriteStream(`${path}.gz.part`, { mode: 0o600 }))
    renameSync(`${path}.gz.part`, `${path}.gz`)
    rmSync(path)
  }
}

/** @param {string} folder @param {Limits} limits @param {number} now */
function tidy(folder, { days, maxBytes }, now) {
  let parts = readdirSync(folder).flatMap((name) => partOf(folder, name))
  /** @param {Part | undefined} part */
  const remove = (part) => {
    if (part) rmSync(join(folder, part.name), { force: true })
    parts = parts.filter((other) => other !== part)
    return part !== undefined
  }
  for (const part of parts) if (part.isAside && part.at < now - days * dayMs) remove(part)
  while (sizeOf(parts) > maxBytes && remove(oldestOfLargest(parts)));
}

/** So a log that says much takes nothing from those that say little. @param {readonly Part[]} parts */
function oldestOfLargest(parts) {
  /** @param {Part} part */
  const wholeLog = ({ log }) => sizeOf(parts.filter((other) => other.log === log))
  const removable = parts.filter(({ isAside }) => isAside)
  return removable.sort((a, b) => wholeLog(b) - wholeLog(a) || a.at - b.at)[0]
}

/** @param {readonly Part[]} parts */
const sizeOf = (parts) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** @param {string} folder @param {string} name @returns {Part[]} */
function partOf(folder, name) {
  const [, log, time, earlier] = aside.exec(name) ?? []
  const current = name === 'audit.log' ? undefined : /^(\w+)\.log$/.exec(name)?.[1]
  const of = log ?? earlier ?? current
  const found = of ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined
  if (!of || !found) return []
  const at = time?.replace(/(....)(..)(..)T(..)(..)(..)(...)Z/, '$1-$2-$3T$4:$5:$6.$7Z')
  return [{ name, log: of, isAside: !current, at: at ? Date.parse(at) : found.mtimeMs, bytes: found.size }]
}
