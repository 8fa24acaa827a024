// An authenticator as a phone or a security key has it inside (WebAuthn, ES256): makes passkeys and answers challenges, honestly, or
// with one thing wrong.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { testPassword, type Caller } from './a-backend.ts'

export const here = 'http://localhost:3000'

/** What an attacker or a broken device would do. */
type Wrong = {
  origin?: string
  rpId?: string
  verified?: boolean
  counter?: number
  userHandle?: string
  type?: string
}

export function anAuthenticator({ counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  let signed = 0
  let handle: string | undefined
  const dataOf = (
    rpId: string,
    { verified = true, counter = counts ? ++signed : 0 }: Wrong,
    attested = Buffer.alloc(0),
  ) =>
    Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)]),
      u32(counter),
      attested,
    ])
  const clientData = (type: string, challenge: string, origin = here) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  return {
    id,
    /** Answers what `addPasskey` takes beside the name. */
    make(request: { challenge: string; rp: { id: string }; user: { id: string } }, wrong: Wrong = {}) {
      handle = request.user.id
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential.length]), credential, cose])
      const authData = dataOf(wrong.rpId ?? request.rp.id, wrong, attested)
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', request.challenge, wrong.origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      }
    },
    answer({ challenge, rpId }: { challenge: string; rpId: string }, wrong: Wrong = {}) {
      const client = clientData(wrong.type ?? 'webauthn.get', challenge, wrong.origin)
      const authData = dataOf(wrong.rpId ?? rpId, wrong)
      const clientHash = createHash('sha256').update(client).digest()
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, clientHash]), privateKey).toString('base64url'),
        ...((wrong.userHandle ?? handle) && { userHandle: wrong.userHandle ?? handle }),
      }
    },
  }
}

/** One that the caller has added to their account. */
export async function aPasskey(caller: Caller, name = 'A key', how: { counts?: boolean } = {}) {
  const authenticator = anAuthenticator(how)
  const request = (await caller('POST', '/api/account/passkeys/begin', { password: testPassword })).body.data
  const { body } = await caller('POST', '/api/account/passkeys', { name, ...authenticator.make(request) })
  return { ...authenticator, recoveryCodes: body.data.recoveryCodes as string[] }
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** CBOR (RFC 8949) as far as this goes: values below 256, or lengths below 65,536. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
