// The secrets and demo accounts of a one-machine installation: made once, kept in the data folder, readable by the owner only.
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './say.mjs'

const secretNames = /** @type {const} */ ([
  'TOKEN_SECRET',
  'SEAL_SECRET',
  'AUDIT_SECRET',
  'EXCHANGE_SECRET',
  'SESSION_SECRET',
  'REALTIME_HMAC_SECRET',
  'REALTIME_API_KEY',
  'INGEST_KEY',
  'RELAY_ADMIN_PASSWORD',
])
/** With NAME_PREVIOUS during a rotation. @typedef {Record<typeof secretNames[number], string> & Record<string, string | undefined>} Secrets */

/** @param {string} dataDir @returns {Secrets} */
export function installationSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json')
  const stored = existsSync(file) ? readJson(file) : {}
  const made = Object.fromEntries(secretNames.map((name) => [name, stored[name] ?? randomBytes(32).toString('hex')]))
  const complete = { ...stored, ...made }
  if (secretNames.some((name) => !stored[name])) writePrivately(file, complete)
  return /** @type {Secrets} */ (complete)
}

/** What the audit chain is keyed with, for the backend's command line; nothing where the installation has no secrets of its own.
 * @param {string} dataDir @returns {Record<string, string>} */
export function auditSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json')
  const stored = existsSync(file) ? readJson(file) : {}
  const names = ['AUDIT_SECRET', 'AUDIT_SECRET_PREVIOUS', 'TOKEN_SECRET', 'TOKEN_SECRET_PREVIOUS']
  return Object.fromEntries(
    names.flatMap((name) => (stored[name] && !process.env[`${name}_FILE`] ? [[name, stored[name]]] : [])),
  )
}

/** A new value, and the one before beside it as NAME_PREVIOUS, so that nobody is signed out and nothing that was sealed is lost; the
 * one before the last is accepted no longer (docs/secrets.md). METRICS_TOKEN, which not everybody has, is made by it the first time.
 * @param {string} dataDir @param {string | undefined} name @param {Record<string, string>} [settings] of rollcall.env, which win */
export function rotateSecret(dataDir, name, settings = {}) {
  const rotatable = [...secretNames.filter((each) => each !== 'RELAY_ADMIN_PASSWORD'), 'METRICS_TOKEN']
  const known = rotatable.find((each) => each === name)
  if (!known) throw new Refusal(`Say which: rollcall rotate-secret NAME, one of ${rotatable.join(', ')}.`)
  const elsewhere = [known, `${known}_FILE`].find((setting) => settings[setting])
  if (elsewhere)
    throw new Refusal(
      `${known} comes from ${elsewhere} in rollcall.env: exchange it there, and give the one before as ${known}_PREVIOUS.`,
    )
  const { [known]: before, ...others } = installationSecrets(dataDir)
  const rotated = { ...others, [known]: randomBytes(32).toString('hex'), [`${known}_PREVIOUS`]: before }
  writePrivately(join(dataDir, 'secrets.json'), rotated)
}

const people = [
  { role: 'admin', email: 'admin@rollcall.example', displayName: 'Ada Admin' },
  { role: 'safety', email: 'safety@rollcall.example', displayName: 'Sam Safety' },
  { role: 'operator', email: 'operator@rollcall.example', displayName: 'Olu Operator' },
  { role: 'viewer', email: 'viewer@rollcall.example', displayName: 'Vera Viewer' },
]

/** One account per role; the file is also what the seed command reads. @param {string} dataDir */
export function demoAccounts(dataDir) {
  const file = join(dataDir, 'demo-accounts.json')
  const isNew = !existsSync(file)
  if (isNew)
    writePrivately(
      file,
      people.map((person) => ({ ...person, password: readablePassword() })),
    )
  /** @type {{ role: string, email: string, displayName: string, password: string }[]} */
  const accounts = readJson(file)
  return { file, accounts, isNew }
}

/** 16 characters without look-alikes, in groups that can be read aloud: about 78 bits. */
function readablePassword() {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Refusal(
        `${file} is damaged: it is not valid JSON. Restore it, or remove the data folder to begin anew.`,
      )
    throw error
  }
}

/** Written whole or not at all, so that a full disk cannot leave half a secret. @param {string} file @param {unknown} value */
function writePrivately(file, value) {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
