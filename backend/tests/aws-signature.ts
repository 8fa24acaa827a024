// The signature (AWS Signature Version 4) that a request to a bucket must carry, written from its description and apart from the client's:
// the S3 server of the tests checks none of this version. files.test.ts holds it to the example of the description.
import { createHash, createHmac } from 'node:crypto'

type Signed = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Whether the Authorization header is the one that this secret makes. */
export function isSignedWith(secret: string, { method, path, headers }: Signed): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    String(headers['authorization']),
  )
  if (!given) return false
  const [, scope = '', names = '', signature] = given
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, path, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  let key: string | Buffer = `AWS4${secret}`
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest()
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
