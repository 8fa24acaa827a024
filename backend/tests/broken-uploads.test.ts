// Uploads that are no uploads: each is answered with 400, 413 or 415, none is left without an answer, and the next good one is taken.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aPng, anUpload } from './an-upload.ts'
import { aPerson } from './site-things.ts'

let backend: TestBackend
let admin: Caller
let path: string
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
  path = `/api/personnel/${(await aPerson(admin)).id}/photo`
})
afterAll(() => backend.stop())

const type = 'multipart/form-data; boundary=f'
const head = '--f\r\nContent-Disposition: form-data; name="photo"; filename="x"\r\nContent-Type: image/png\r\n\r\n'
const send = (payload: string, contentType = type) =>
  admin('POST', path, undefined, { payload, headers: { 'content-type': contentType } })

describe('a multipart body', () => {
  it.each<[string, string, string?]>([
    ['is empty', ''],
    ['is cut off in its file', `${head}abc`],
    ['is cut off in its head', '--f\r\nContent-Disposition: form-data; na'],
    ['has another boundary', head.replace('--f', '--g')],
    ['has no boundary', `${head}abc\r\n--f--\r\n`, 'multipart/form-data'],
    ['has no parts', '--f--\r\n'],
    ['has no name', '--f\r\nContent-Disposition: form-data; filename="x"\r\n\r\nabc\r\n--f--\r\n'],
    ['has a head without an end', `--f\r\n${'X-A: b\r\n'.repeat(5000)}`],
    ['has two files', `${head}abc\r\n${head}abc\r\n--f--\r\n`],
    ['is a field', '--f\r\nContent-Disposition: form-data; name="photo"\r\n\r\nabc\r\n--f--\r\n'],
    ['is bytes', '\0\x01\x02\r\n\r\n'],
  ])('that %s is refused', async (_, payload, contentType) => {
    const { status, body } = await send(payload, contentType)
    expect([400, 415]).toContain(status)
    expect(body.success).toBe(false)
    const good = await admin('POST', path, undefined, anUpload('photo', 'image/png', aPng(16, 16)))
    expect(good.status).toBe(200)
  })

  it('with a picture that unpacks to more than pages can hold is refused', async () => {
    const { status, body } = await admin('POST', path, undefined, anUpload('photo', 'image/png', aPng(60_000, 60_000)))
    expect([status, body.error.issues?.[0]?.path]).toEqual([400, 'photo'])
  })
})
