// aBucket(): a real S3-compatible server (s3rver) on a free port, with one empty bucket; in front of it the signature of each request is
// checked, which s3rver leaves out.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BucketSettings } from '../src/files/bucket.ts'
import { isSignedWith } from './aws-signature.ts'

type S3 = { configureBuckets(): Promise<unknown>; callback(): RequestListener }
// It has no types of its own.
const require = createRequire(import.meta.url)
const S3rver = require('s3rver') as new (options: object) => S3

export async function aBucket(): Promise<{ settings: BucketSettings; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'rollcall-bucket-'))
  const [keyId, secret] = ['S3RVER', 'a secret of the tests']
  const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: 'rollcall', configs: [] }] })
  await s3.configureBuckets()
  const answer = s3.callback()
  const server = createServer((request, reply) => {
    const { method = '', url: path = '', headers } = request
    if (isSignedWith(secret, { method, path, headers })) return answer(request, reply)
    request.resume()
    return reply.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { url: `http://127.0.0.1:${port}/rollcall`, region: 'eu-test-1', keyId, secret },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
