// Signs the checksums of a release with an Ed25519 key, so that whoever downloads it knows who made it; `openssl` verifies (docs/operations.md).
// Called by scripts/release.mjs.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './say.mjs'

/**
 * Writes SHA256SUMS.sig and the public key beside SHA256SUMS.
 * @param {string} folder with SHA256SUMS @param {string} keyFile a private key as PEM
 */
export function signChecksums(folder, keyFile) {
  const key = privateKey(keyFile)
  if (key.asymmetricKeyType !== 'ed25519') throw new Refusal(`RELEASE_SIGNING_KEY: ${keyFile} is no Ed25519 key.`)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, readFileSync(join(folder, 'SHA256SUMS')), key))
  writeFileSync(join(folder, 'rollcall-release.pub'), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
}

/** @param {string} file */
function privateKey(file) {
  try {
    return createPrivateKey(readFileSync(file))
  } catch {
    throw new Refusal(`RELEASE_SIGNING_KEY: ${file} cannot be read as a private key (PEM).`)
  }
}
