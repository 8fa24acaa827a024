// The worker that holds the page's one connection to the relay, so that reading its messages never makes the page stutter.
import { UnauthorizedError } from 'centrifuge'
import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import { createFloorWatch } from './floor-watch.ts'
import { createRelayConnection } from './relay-connection.ts'
import type { RelayConnection } from './relay-connection.ts'
import type { FromRelay, ToRelay } from './relay-messages.ts'

const post = (message: FromRelay) => postMessage(message)
const questions: ((answer: Extract<ToRelay, { type: 'negotiated' }>['answer']) => void)[] = []
const unsubscribers = new Map<string, () => void>()
let relay: RelayConnection | null = null

/** Only the page can ask: it knows the session. A lost session ends the connection; anything else is tried again. */
function negotiate(): Promise<Negotiation> {
  post({ type: 'negotiate' })
  return new Promise((resolve, reject) => {
    questions.push((answer) => {
      if (answer === 'session-ended') reject(new UnauthorizedError('session ended'))
      else if (answer === 'failed') reject(new Error('negotiate failed'))
      else resolve(answer)
    })
  })
}

const floor = createFloorWatch({
  subscribe: (channel, onData) => relay?.subscribe(channel, onData) ?? (() => undefined),
  onUpdate: (update) => post({ type: 'floor-update', update }),
})

function receive(message: ToRelay): void {
  if (message.type === 'start')
    relay = createRelayConnection({
      negotiate,
      page: message.page,
      onState: (state) => post({ type: 'state', state }),
    })
  else if (message.type === 'negotiated') questions.shift()?.(message.answer)
  else if (message.type === 'floor') floor.watch(message.floor)
  else if (message.type === 'snapshot') floor.take(message.snapshot)
  else if (message.type === 'show') floor.show(message.ports)
  else if (message.type === 'unsubscribe') {
    unsubscribers.get(message.channel)?.()
    unsubscribers.delete(message.channel)
  } else {
    const { channel } = message
    const unsubscribe = relay?.subscribe(channel, (data) => post({ type: 'publication', channel, data }))
    if (unsubscribe) unsubscribers.set(channel, unsubscribe)
  }
}

globalThis.addEventListener('message', (event: MessageEvent<ToRelay>) => receive(event.data))
