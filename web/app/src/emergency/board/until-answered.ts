// Sends a decision of the board until it is answered, with a pause between the tries: nothing that was tapped is lost for want
// of a connection. Used by taps.ts and sweeps.ts.
import { ProblemError } from '../../api/problem-error.ts'

export type Attempts<T> = {
  readonly attempt: () => Promise<T>
  /** No more once it was changed, or somebody else signed in. */
  readonly isWanted: () => boolean
  /** There is no connection: it waits. */
  readonly onWaiting: () => void
  readonly tryAgainMs: number
}

/** Null when nobody wants it any more. Throws what was refused. */
export async function untilAnswered<T>({ attempt, isWanted, onWaiting, tryAgainMs }: Attempts<T>): Promise<T | null> {
  while (isWanted()) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (isWanted()) onWaiting()
      await new Promise((resolve) => setTimeout(resolve, tryAgainMs))
    }
  }
  return null
}

/** No connection, nobody behind it, too much at once, or a session that ran out: nothing was decided, so that trying again is right. */
function isPassing(error: unknown): boolean {
  return error instanceof ProblemError && [0, 401, 429, 502, 503, 504].includes(error.status)
}
