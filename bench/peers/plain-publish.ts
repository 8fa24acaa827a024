// What the Node peers of the relay read from a publication and from an upgrade.
import type { IncomingMessage } from 'node:http'

export const channelOf = ({ url = '' }: IncomingMessage) => url.slice(url.indexOf('channel=') + 'channel='.length)

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
