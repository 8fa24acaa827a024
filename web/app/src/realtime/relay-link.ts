// The page's end of the relay connection, which lives in a worker (relay-worker.ts). Started by the live store; several parts
// of a page may listen to one channel, the worker is asked once.
import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import { ProblemError } from '../api/problem-error.ts'
import type { FloorUpdate, FloorSnapshot, FromRelay, RelayState, ToRelay, WatchedFloor } from './relay-messages.ts'

export type RelayLink = {
  /** Answers how to unsubscribe. */
  readonly subscribe: (channel: string, onData: (data: unknown) => void) => () => void
  /** The floor in view; its updates come until another is followed. */
  readonly follow: (floor: WatchedFloor | null, onUpdate?: (update: FloorUpdate) => void) => void
  readonly take: (snapshot: FloorSnapshot) => void
  /** Who hears of every move on the floor in view. */
  readonly show: (ports: readonly MessagePort[]) => void
  readonly stop: () => void
}

export type RelayLinkOptions = {
  readonly negotiate: () => Promise<Negotiation>
  readonly onState: (state: RelayState) => void
}

export function openRelayLink({ negotiate, onState }: RelayLinkOptions): RelayLink {
  const worker = new Worker(new URL('./relay-worker.ts', import.meta.url), { type: 'module' })
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  let followed: {
    readonly floorId: string | null
    readonly onUpdate?: ((update: FloorUpdate) => void) | undefined
  } | null = null
  const post = (message: ToRelay, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

  async function answer(): Promise<void> {
    try {
      post({ type: 'negotiated', answer: await negotiate() })
    } catch (error) {
      const ended = error instanceof ProblemError && error.status === 401
      post({ type: 'negotiated', answer: ended ? 'session-ended' : 'failed' })
    }
  }

  function receive(message: FromRelay): void {
    if (message.type === 'state') onState(message.state)
    else if (message.type === 'negotiate') void answer()
    else if (message.type === 'publication')
      for (const onData of listeners.get(message.channel) ?? []) onData(message.data)
    else if (message.update.floorId === followed?.floorId) followed.onUpdate?.(message.update)
  }
  worker.addEventListener('message', (event: MessageEvent<FromRelay>) => receive(event.data))
  // It could not be loaded, like any other part of the application (failed-imports.ts).
  const notLoaded = () => globalThis.dispatchEvent(new Event('vite:preloadError'))
  worker.addEventListener('error', notLoaded)
  worker.addEventListener('message', () => worker.removeEventListener('error', notLoaded), { once: true })
  const { protocol, hostname, host } = globalThis.location
  post({ type: 'start', page: { protocol, hostname, host } })

  return {
    subscribe: (channel, onData) => {
      const ofChannel = listeners.get(channel) ?? new Set()
      if (ofChannel.size === 0) post({ type: 'subscribe', channel })
      listeners.set(channel, ofChannel.add(onData))
      return () => {
        if (ofChannel.delete(onData) && ofChannel.size === 0) post({ type: 'unsubscribe', channel })
      }
    },
    follow: (floor, onUpdate) => {
      followed = { floorId: floor?.id ?? null, onUpdate }
      post({ type: 'floor', floor })
    },
    take: (snapshot) => post({ type: 'snapshot', snapshot }),
    show: (ports) => post({ type: 'show', ports }, [...ports]),
    stop: () => worker.terminate(),
  }
}
