// Reads the one file of a multipart upload within the limits of its row.
import type { FastifyRequest } from 'fastify'
import type { Upload, UploadedFile } from '@rollcall/contracts/endpoint'
import { Refusal, refuse, refuseField } from './refusal.ts'

export async function readUpload(request: FastifyRequest, { upload }: Upload): Promise<UploadedFile> {
  if (!request.isMultipart()) refuse('unsupported_media_type')
  return readFile(request, upload).catch((error: unknown) => {
    // Those with a code say what is wrong (error-reply.ts); the parser's own mean that it cannot be read.
    throw error instanceof Refusal || (error instanceof Error && 'code' in error)
      ? error
      : new Refusal('malformed_request')
  })
}

async function readFile(request: FastifyRequest, upload: Upload['upload']): Promise<UploadedFile> {
  const part = await request.file({ limits: { fileSize: upload.maxBytes, files: 1, fields: 0, parts: 1 } })
  if (!part || part.fieldname !== upload.field) refuseField(upload.field, 'file_missing')
  if (!upload.mediaTypes.includes(part.mimetype)) refuse('unsupported_media_type')
  const bytes = await part.toBuffer()
  if (bytes.length === 0) refuseField(upload.field, 'file_empty')
  return { fileName: part.filename, mediaType: part.mimetype, bytes }
}
