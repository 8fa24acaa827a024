// Works through what is due, so many at once: as each is done the next is taken, and a slow one holds up no other. For messages
// (outbox.ts) and personal links (domains/emergency/link-outbox.ts).

type LaneOptions<T> = {
  readonly atOnce: number
  /** At most so many of what is due, for this process alone. */
  readonly take: (most: number) => Promise<readonly T[]>
  readonly deliver: (one: T) => Promise<void>
}

export type Lane = {
  /** Takes what there is room for. Throws what went wrong since the last call; what was taken then is due again after a while. */
  fill(): Promise<void>
  /** Takes nothing more; resolves when nothing is under way. */
  stop(): Promise<void>
}

export function createLane<T>({ atOnce, take, deliver }: LaneOptions<T>): Lane {
  const underWay = new Set<Promise<void>>()
  let room = atOnce
  let isStopping = false
  let failure: { readonly error: unknown } | null = null

  const takeMore = async (): Promise<void> => {
    if (room === 0 || isStopping) return
    const reserved = room
    room = 0
    let taken: readonly T[] = []
    try {
      taken = await take(reserved)
    } finally {
      room += reserved - taken.length
    }
    for (const one of taken) {
      const delivery: Promise<void> = deliver(one)
        .finally(() => (room += 1))
        .then(takeMore)
        .catch((error: unknown) => void (failure = { error }))
        .finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    }
  }
  return {
    async fill() {
      await takeMore()
      if (failure === null) return
      const { error } = failure
      failure = null
      throw error
    },
    async stop() {
      isStopping = true
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
