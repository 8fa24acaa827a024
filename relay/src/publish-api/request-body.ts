// Reads the body of an API request: bounded in size and time, valid UTF-8, not compressed.
import type { Limits } from '../limits.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type BodyRefusal = { status: 400 | 408 | 413 | 415 }

/** The runtime itself refuses a body above the server's limit with 413, also a chunked one. */
export async function readBody(request: Request, limits: Limits): Promise<string | BodyRefusal> {
  if (request.headers.has('content-encoding')) return { status: 415 }
  if (Number(request.headers.get('content-length') ?? 0) > limits.apiBodySize) return { status: 413 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limits.apiBodyTime, null)
  })
  try {
    const bytes = await Promise.race([request.arrayBuffer(), timeout])
    if (bytes === null) return { status: 408 }
    if (bytes.byteLength > limits.apiBodySize) return { status: 413 }
    return utf8.decode(bytes)
  } catch {
    return { status: 400 }
  } finally {
    clearTimeout(timer)
  }
}
