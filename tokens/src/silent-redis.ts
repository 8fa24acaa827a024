// Replaces a connection to Redis that takes everything and answers nothing, as when a cable is pulled: a socket's own timeout counts what
// is written as life, and never runs out while there is something to send. Used by backend (redis-log.ts) and web/server
// (redis-attempts.ts).

/** What is used of `@redis/client`. */
type Client = {
  readonly isReady: boolean
  ping(): Promise<unknown>
  destroy(): void
  connect(): Promise<unknown>
}

/** Milliseconds: between two questions, and for an answer. */
const times = { restMs: 1000, answerMs: 3000 } as const

/** Answers how to end it. */
export function replaceWhenSilent(client: Client): () => void {
  let timer: NodeJS.Timeout
  let isEnded = false
  const look = async () => {
    if (client.isReady && !(await isAnswered(client)) && client.isReady && !isEnded) {
      client.destroy()
      client.connect().catch(() => undefined)
    }
    if (!isEnded) timer = setTimeout(look, times.restMs).unref()
  }
  timer = setTimeout(look, times.restMs).unref()
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/** A refusal is an answer too. */
function isAnswered(client: Client): Promise<boolean> {
  return new Promise((resolve) => {
    // After a stall of this process the answer may be there, unread: what has arrived is looked at first.
    const timer = setTimeout(() => setImmediate(resolve, false), times.answerMs)
    const answered = () => {
      clearTimeout(timer)
      resolve(true)
    }
    client.ping().then(answered, answered)
  })
}
