// The signature of a release, as docs/operations.md has it verified: by openssl, with the public key alone.
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signChecksums } from '../setup/sign-release.mjs'
import { read } from './sources.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-signed-'))
  writeFileSync(join(folder, 'SHA256SUMS'), `${'0'.repeat(64)}  rollcall.tar.gz\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keyFile = (kind: 'ed25519' | 'ed448') => {
  const { privateKey } = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448')
  const file = join(folder, `${kind}.pem`)
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return file
}
/** The command of the document, word by word. */
const verify = () => {
  const command = /^openssl pkeyutl .*$/m.exec(read('docs/operations.md'))?.[0] ?? 'false'
  return execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' }).toString()
}

describe('the checksums of a release', () => {
  it('are signed so that openssl verifies them, and no longer when a byte is added', () => {
    signChecksums(folder, keyFile('ed25519'))
    expect(verify()).toContain('Verified Successfully')
    appendFileSync(join(folder, 'SHA256SUMS'), ' ')
    expect(verify).toThrow('Command failed: sh -c openssl')
  })

  it('are signed with an Ed25519 key or not at all', () => {
    expect(() => signChecksums(folder, keyFile('ed448'))).toThrow('no Ed25519 key')
    expect(() => signChecksums(folder, join(folder, 'SHA256SUMS'))).toThrow('cannot be read as a private key')
  })
})
