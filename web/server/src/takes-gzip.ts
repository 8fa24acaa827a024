// Whether whoever asks takes gzip. Files and the description of the API, which nobody's secret is in, are compressed by this layer; answers
// to reads come compressed from the backend, which knows what may be (json-reply.ts there), and pass as they are (rules 4).
import type { RequestContext } from './request-context.ts'

export function takesGzip({ request }: RequestContext): boolean {
  const codings = String(request.headers['accept-encoding'] ?? '').split(',')
  return codings.some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding))
}
