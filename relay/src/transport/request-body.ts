// Reads the body of a request: bounded in size and time, not compressed; as text it must be valid UTF-8.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type BodyRefusal = { status: 400 | 408 | 413 | 415 }

/** Bytes and milliseconds. */
export type BodyLimits = { size: number; time: number }

/** The runtime itself refuses a body above the server's limit with 413, also a chunked one. */
export async function readBytes(request: Request, { size, time }: BodyLimits): Promise<Uint8Array | BodyRefusal> {
  if (request.headers.has('content-encoding')) return { status: 415 }
  if (Number(request.headers.get('content-length') ?? 0) > size) return { status: 413 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, time, null)
  })
  try {
    const bytes = await Promise.race([request.arrayBuffer(), timeout])
    if (bytes === null) return { status: 408 }
    return bytes.byteLength > size ? { status: 413 } : new Uint8Array(bytes)
  } catch {
    return { status: 400 }
  } finally {
    clearTimeout(timer)
  }
}

export async function readText(request: Request, limits: BodyLimits): Promise<string | BodyRefusal> {
  const bytes = await readBytes(request, limits)
  return bytes instanceof Uint8Array ? asText(bytes) : bytes
}

export function asText(bytes: Uint8Array): string | BodyRefusal {
  try {
    return utf8.decode(bytes)
  } catch {
    return { status: 400 }
  }
}

/** The rest of the body is not read, so the connection ends. */
export function refuseBody({ status }: BodyRefusal): Response {
  return new Response(null, { status, headers: { connection: 'close' } })
}
