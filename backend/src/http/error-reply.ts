// The one place where an error becomes a reply (rules 1). Registered by server.ts.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problemReply, problems, type ProblemCode } from '@rollcall/contracts/problems'
import { FilesUnavailable } from '../files/bucket.ts'
import { databaseRefusal } from './database-refusal.ts'
import { Refusal } from './refusal.ts'

/** Fastify's own errors, by their code. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_FILES_LIMIT: 'malformed_request',
  FST_PARTS_LIMIT: 'malformed_request',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error)
  const { status } = problems[refusal.code]
  // A refusal was meant; anything else of ours or of the database's is worth its stack.
  if (status >= 500 && !(error instanceof Refusal))
    request.log.error({ err: error, code: refusal.code }, 'request failed')
  if (refusal.code === 'unauthenticated' || refusal.code === 'token_expired') reply.header('www-authenticate', 'Bearer')
  if (refusal.code === 'database_unavailable') reply.header('retry-after', '2')
  void reply
    .code(status)
    .headers(refusal.headers)
    .send(problemReply(refusal.code, request.id, refusal.issues))
}

function refusalOf(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof FilesUnavailable) return new Refusal('files_unavailable')
  const fromDatabase = databaseRefusal(error)
  if (fromDatabase) return fromDatabase
  const code = 'code' in error ? fastifyCodes[error.code] : undefined
  if (code) return new Refusal(code)
  const status = 'statusCode' in error ? error.statusCode : undefined
  return new Refusal(status !== undefined && status >= 400 && status < 500 ? 'malformed_request' : 'internal_error')
}
