// Reads the body of a request: bounded in size and time, not compressed; as text it must be valid UTF-8.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type BodyRefusal = { status: 400 | 408 | 413 | 415 }

/** Bytes and milliseconds. */
export type BodyLimits = { size: number; time: number }

/** The runtime itself refuses a body above the server's limit with 413, also a chunked one. */
export async function readBytes(request: Request, { size, time }: BodyLimits): Promise<Uint8Array | BodyRefusal> {
  if (request.headers.has('content-encoding')) return { status: 415 }
  if (Number(request.headers.get('content-length') ?? 0) > size) return { status: 413 }
  const reading = request.arrayBuffer()
  try {
    const bytes = await inTime(reading, time)
    if (bytes === null) return { status: 408 }
    return bytes.byteLength > size ? { status: 413 } : new Uint8Array(bytes)
  } catch {
    return { status: 400 }
  } finally {
    readings.delete(reading)
  }
}

/** What is being read, and when it is given up. One timer looks after all of it: most is there at once. */
const readings = new Map<object, { dueAt: number; giveUp: (nothing: null) => void }>()
const lookEvery = 100
let isLooking = false

/** Null when it takes longer. */
function inTime<Value extends object>(reading: Promise<Value>, time: number): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    readings.set(reading, { dueAt: performance.now() + time, giveUp: resolve })
    if (!isLooking) lookLater()
    reading.then(resolve, reject)
  })
}

function lookLater(): void {
  isLooking = true
  setTimeout(giveUpWhatIsLate, lookEvery)
}

function giveUpWhatIsLate(): void {
  const now = performance.now()
  for (const { dueAt, giveUp } of readings.values()) if (now >= dueAt) giveUp(null)
  isLooking = readings.size > 0
  if (isLooking) lookLater()
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
