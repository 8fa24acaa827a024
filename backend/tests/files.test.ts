// Plans and photos: in the database or in an S3-compatible bucket, alike at every backend, and moved there without a loss.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBucket, FilesUnavailable } from '../src/files/bucket.ts'
import { forgetUnusedFiles, storedNames } from '../src/files/file-queries.ts'
import type { FilePlace } from '../src/files/file-place.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { moveFiles } from '../src/files/move-files.ts'
import { aBackend, type TestBackend } from './a-backend.ts'
import { aBucket } from './a-bucket.ts'
import { aJpeg, anUpload } from './an-upload.ts'
import { isSignedWith } from './aws-signature.ts'

let server: TestBackend
let beside: TestBackend
let bucket: Awaited<ReturnType<typeof aBucket>>
beforeAll(async () => {
  server = await aBackend()
  beside = await aBackend({}, { beside: server })
  bucket = await aBucket()
})
afterAll(async () => {
  await bucket?.stop()
  await beside?.stop()
  await server?.stop()
})

const places: Record<string, () => FilePlace> = {
  'the database': () => databasePlace(server.db),
  'a bucket': () => createBucket(bucket.settings),
}

describe.each(Object.keys(places))('files in %s', (where) => {
  // holds rules 8-13
  it('are read as they were stored, under a new name each time', async () => {
    const files = createFileStore(places[where]!())
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256))
    const names = [await files.save('plans', bytes), await files.save('photos', bytes)]
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(await files.read(name)).toEqual(bytes)
  })

  it('are gone when removed, and none is none', async () => {
    const files = createFileStore(places[where]!())
    const name = await files.save('plans', aJpeg)
    await files.remove(name)
    expect(await files.read(name)).toBeNull()
    await files.remove(name)
    await files.remove(null)
    expect(await files.read(`plans/${randomUUID()}`)).toBeNull()
    expect(await files.read('plans/../../etc/passwd')).toBeNull()
  })

  it('keep their bytes when the same name comes again', async () => {
    const place = places[where]!()
    const name = `photos/${randomUUID()}`
    await place.put(name, aJpeg)
    await place.put(name, aJpeg)
    expect(await place.read(name)).toEqual(aJpeg)
  })
})

describe('a bucket that does not let us in', () => {
  it('knows our signature by the way that is published for it', () => {
    // "GET Object" of Amazon's description of Signature Version 4.
    const names = 'host;range;x-amz-content-sha256;x-amz-date'
    const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
    const scope = '20130524/us-east-1/s3/aws4_request'
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/${scope},SignedHeaders=${names},Signature=${signature}`,
    }
    const request = { method: 'GET', path: '/test.txt', headers }
    expect(isSignedWith('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', request)).toBe(true)
    expect(isSignedWith('another', request)).toBe(false)
  })

  it('is an answer of its own, never an empty one', async () => {
    const stranger = createBucket({ ...bucket.settings, secret: 'another' })
    await expect(stranger.read(`plans/${randomUUID()}`)).rejects.toThrow(FilesUnavailable)
    const missing = createBucket({ ...bucket.settings, url: `${bucket.settings.url}-of-nobody` })
    await expect(missing.put(`plans/${randomUUID()}`, aJpeg)).rejects.toThrow(FilesUnavailable)
  })
})

async function aPersonWithPhoto(at: TestBackend): Promise<string> {
  const admin = await at.as('admin')
  const { body } = await admin('POST', '/api/personnel', { employeeId: randomUUID(), fullName: 'Ada Photo' })
  const photo = await admin(
    'POST',
    `/api/personnel/${body.data.id}/photo`,
    undefined,
    anUpload('photo', 'image/jpeg', aJpeg),
  )
  expect(photo.status).toBe(200)
  return body.data.id
}

describe('GET /api/personnel/{id}/photo', () => {
  it('answers at every backend what was uploaded at one', async () => {
    const id = await aPersonWithPhoto(server)
    const there = await (await beside.as('admin'))('GET', `/api/personnel/${id}/photo`)
    expect([there.status, there.bytes]).toEqual([200, aJpeg])
  })

  it('answers 404 where the file is missing', async () => {
    const id = await aPersonWithPhoto(server)
    await sql`DELETE FROM stored_files`.execute(server.db)
    const reply = await (await server.as('admin'))('GET', `/api/personnel/${id}/photo`)
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found'])
  })

  // holds rules 8-13
  it('comes from the bucket that is set, and says 503 when the bucket is away', async () => {
    const { url, region, keyId, secret } = bucket.settings
    const key = { FILES_BUCKET_REGION: region, FILES_BUCKET_KEY_ID: keyId, FILES_BUCKET_SECRET: secret }
    const withBucket = await aBackend({ ...key, FILES_BUCKET_URL: url }, { beside: server })
    const without = await aBackend({ ...key, FILES_BUCKET_URL: 'http://127.0.0.1:9/rollcall' }, { beside: server })
    try {
      const before = await storedNames(server.db)
      const id = await aPersonWithPhoto(withBucket)
      expect(await storedNames(server.db)).toEqual(before)
      const photo = await (await withBucket.as('admin'))('GET', `/api/personnel/${id}/photo`)
      expect([photo.status, photo.bytes]).toEqual([200, aJpeg])
      const away = await (await without.as('admin'))('GET', `/api/personnel/${id}/photo`)
      expect([away.status, away.body.error.code]).toEqual([503, 'files_unavailable'])
    } finally {
      await withBucket.stop()
      await without.stop()
    }
  })
})

describe('files that nothing shows any more', () => {
  it('are forgotten after a day', async () => {
    const id = await aPersonWithPhoto(server)
    const place = databasePlace(server.db)
    const [old, fresh] = [`plans/${randomUUID()}`, `plans/${randomUUID()}`]
    await place.put(old, aJpeg)
    await sql`UPDATE stored_files SET stored_at = now() - interval '2 days'`.execute(server.db)
    await place.put(fresh, aJpeg)
    await forgetUnusedFiles(server.db)
    expect([await place.read(old), await place.read(fresh)]).toEqual([null, aJpeg])
    expect((await (await server.as('admin'))('GET', `/api/personnel/${id}/photo`)).status).toBe(200)
  })
})

describe('moving files', () => {
  const log = pino({ level: 'silent' })
  const aFolder = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-files-'))
    for (const folder of ['plans', 'photos']) mkdirSync(join(dataDir, 'files', folder), { recursive: true })
    const names = [`plans/${randomUUID()}`, `photos/${randomUUID()}`]
    for (const name of names) writeFileSync(join(dataDir, 'files', name), name)
    return { dataDir, names }
  }

  it('takes them from the disk into the database, and nothing else', async () => {
    const { dataDir, names } = aFolder()
    const foreign = join(dataDir, 'files', 'photos', 'notes.txt')
    writeFileSync(foreign, 'mine')
    const to = databasePlace(server.db)
    await moveFiles({ dataDir, db: server.db, to, fromDatabase: false, log }).finished
    for (const name of names) {
      expect(String(await to.read(name))).toBe(name)
      expect(existsSync(join(dataDir, 'files', name))).toBe(false)
    }
    expect(readFileSync(foreign, 'utf8')).toBe('mine')
    expect(existsSync(join(dataDir, 'files', 'plans'))).toBe(false)
    rmSync(dataDir, { recursive: true })
  })

  it('leaves on the disk what could not be stored, for the next start', async () => {
    const { dataDir, names } = aFolder()
    const away = createBucket({ ...bucket.settings, url: 'http://127.0.0.1:9/rollcall' })
    await moveFiles({ dataDir, db: server.db, to: away, fromDatabase: false, log }).finished
    for (const name of names) expect(readFileSync(join(dataDir, 'files', name), 'utf8')).toBe(name)
    rmSync(dataDir, { recursive: true })
  })

  it('takes them from the database into a bucket', async () => {
    const from = databasePlace(server.db)
    const name = `plans/${randomUUID()}`
    await from.put(name, aJpeg)
    const to = createBucket(bucket.settings)
    await moveFiles({ dataDir: tmpdir(), db: server.db, to, fromDatabase: true, log }).finished
    expect(await to.read(name)).toEqual(aJpeg)
    expect(await storedNames(server.db)).toEqual([])
  })
})
