// A second factor as an authenticator app would have it: set up through the HTTP door, with codes that were not used yet.
import { codeAt, stepAt } from '../src/auth/totp.ts'
import { testPassword, type Caller } from './a-backend.ts'

export type App = {
  /** Codes of the moment, each another one; the app on a real phone shows one every 30 s. */
  code(): string
  /** One that no clock shows now. */
  wrongCode(): string
  readonly recoveryCodes: readonly string[]
}

export async function aSecondFactor(caller: Caller): Promise<App> {
  const begun = await caller('POST', '/api/account/second-factor', { password: testPassword })
  const app = anApp(begun.body.data.secret)
  const { body } = await caller('POST', '/api/account/second-factor/confirm', { code: app.code() })
  return { ...app, recoveryCodes: body.data.recoveryCodes }
}

/** Three codes count at any moment: that of the step before, of now, and of the next. */
export function anApp(base32: string) {
  const secret = bytesOf(base32)
  let next = stepAt(Date.now()) - 1
  return {
    code: () => codeAt(secret, next++),
    wrongCode: () => codeAt(secret, stepAt(Date.now()) - 1000),
  }
}

function bytesOf(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
