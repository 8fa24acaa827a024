// A time limit for what Redis is asked.

/** Rejects after the time. When this process itself was busy, what has arrived meanwhile counts first. */
export async function inTime<Answer>(work: Promise<Answer>, milliseconds: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(reject, new Error('Redis did not answer in time.')), milliseconds)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
