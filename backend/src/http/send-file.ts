// Answers with a file. It is never shown as a page of ours: no sniffing, no scripts, even when opened by itself.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileContent } from '@rollcall/contracts/endpoint'

export function sendFile(reply: FastifyReply, file: FileContent): FastifyReply {
  const { mediaType, fileName, content } = file
  const inline = mediaType.startsWith('image/')
  const safeName = fileName.replaceAll(/[^\w.-]/g, '_')
  return reply
    .code(200)
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename="${safeName}"`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(
      typeof content === 'string'
        ? content
        : content instanceof Uint8Array
          ? Buffer.from(content.buffer, content.byteOffset, content.byteLength)
          : Readable.from(content),
    )
}
