// Files in an S3-compatible bucket: put, get and delete of one object, signed (AWS Signature Version 4) by aws4fetch. Only HTTP, so that
// MinIO, Ceph, Garage and Amazon's answer alike. Called by file-store.ts.
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { FilePlace } from './file-place.ts'

export type BucketSettings = {
  /** `https://host/bucket`, or `https://bucket.host`. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** A page waits for it; the second attempt comes at once. */
const limits = { timeoutMs: 10_000, retries: 1 } as const

export function createBucket({ url, region, keyId, secret }: BucketSettings): FilePlace {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: limits.retries,
  })
  const base = url.replace(/\/+$/, '')
  const ask = async (method: 'PUT' | 'GET' | 'DELETE', name: string, bytes?: Uint8Array): Promise<Response> => {
    const hash = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const headers = { 'x-amz-content-sha256': hash, ...(bytes && { 'content-type': 'application/octet-stream' }) }
    const signal = AbortSignal.timeout(limits.timeoutMs)
    const asked = { method, headers, signal, redirect: 'error' as const, ...(bytes && { body: Buffer.from(bytes) }) }
    const reply = await client.fetch(`${base}/${name}`, asked).catch((error: unknown) => unavailable(error))
    if (reply.ok || reply.status === 404) return reply
    return unavailable(new Error(`The bucket answered ${reply.status} to ${method}.`))
  }
  return {
    async put(name, bytes) {
      const reply = await ask('PUT', name, bytes)
      if (!reply.ok) unavailable(new Error('There is no such bucket.'))
    },
    async read(name) {
      const reply = await ask('GET', name)
      return reply.ok ? Buffer.from(await reply.arrayBuffer()) : null
    },
    async remove(name) {
      await ask('DELETE', name)
    },
  }
}

/** The bucket cannot be reached, or refuses us; the cause says why. */
export class FilesUnavailable extends Error {}

function unavailable(cause: unknown): never {
  throw new FilesUnavailable('The bucket of plans and photos is not available.', { cause })
}
