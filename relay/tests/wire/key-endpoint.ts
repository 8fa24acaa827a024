// An endpoint of public keys that answers when it is told to, and a token of such a key.
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '../relay-process.ts'

export async function startKeyEndpoint() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const waiting: ServerResponse[] = []
  const server = createServer((_, response) => void waiting.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }]
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    token(): string {
      const claims = { sub: 'u1', exp: Math.floor(Date.now() / 1000) + 600 }
      const text = `${encoded({ alg: 'RS256', kid: 'k1' })}.${encoded(claims)}`
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    },
    asked: () => eventually(() => waiting.length > 0),
    answer(): void {
      for (const response of waiting.splice(0))
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
