// Text encodings with exactly one accepted spelling (rules 5): a second spelling of the same bytes would be a second
// token that passes the same check. Node's decoders are lenient, so every decoded value is encoded again and compared.

export function decodeBase64Url(text: string): Buffer | null {
  return decodeExactly(text, 'base64url')
}

/** With padding, as `Buffer.toString('base64')` and `btoa` write it. */
export function decodeBase64(text: string): Buffer | null {
  return decodeExactly(text, 'base64')
}

/** Lower case only. */
export function decodeHex(text: string): Buffer | null {
  return decodeExactly(text, 'hex')
}

function decodeExactly(text: string, encoding: 'base64url' | 'base64' | 'hex'): Buffer | null {
  if (text === '') return null
  const bytes = Buffer.from(text, encoding)
  return bytes.toString(encoding) === text ? bytes : null
}
