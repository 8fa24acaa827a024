// Listens for the canary of the backend (docs/alerts.md), which comes every ten seconds through everything a position passes: whether
// anything arrives at this page at all, and how long it takes. Used by live-store.ts.
import { CanaryMessage } from '@rollcall/contracts/channels'
import { serverNow } from './server-clock.ts'

/** `not-yet`: just connected, and the next one is not due. */
export type Hearing = 'yes' | 'not-yet' | 'no'

/** Two and a half rounds: one lost message is no fault. */
export const missedAfterMs = 25_000

export type CanaryEar = {
  readonly hear: (message: unknown) => void
  /** Connected, perhaps anew. */
  readonly connected: () => void
  readonly forget: () => void
}

type Options = {
  readonly onHearing: (hearing: Hearing) => void
  readonly onDelay: (delayMs: number | null) => void
}

export function createCanaryEar({ onHearing, onDelay }: Options): CanaryEar {
  let hearing: Hearing = 'not-yet'
  let lastSentAt: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function be(next: Hearing): void {
    hearing = next
    clearTimeout(timer)
    if (next !== 'no') timer = setTimeout(() => be('no'), missedAfterMs)
    onHearing(next)
  }

  return {
    hear: (message) => {
      const canary = CanaryMessage.safeParse(message).data?.data
      if (!canary || canary.sentAt === lastSentAt) return
      const isFirst = lastSentAt === null
      lastSentAt = canary.sentAt
      onDelay(canary.delayMs)
      // The relay hands the last one to whoever subscribes, however old: it counts only if this device's clock says that it is new.
      if (!isFirst || Math.abs(serverNow() - canary.sentAt) < missedAfterMs) be('yes')
    },
    connected: () => {
      if (hearing !== 'yes') be('not-yet')
    },
    forget: () => {
      clearTimeout(timer)
      hearing = 'not-yet'
      lastSentAt = null
      onHearing('not-yet')
      onDelay(null)
    },
  }
}
