// What a subscriber and a publisher say to each of the measured relays, as text. Used by the subscribers' process.

export type DialectName = 'centrifugo' | 'centrifugo-global' | 'plain' | 'socketio'

export type Dialect = {
  /** The path of the WebSocket. */
  readonly path: (channel: number) => string
  /** Said right after the upgrade. */
  readonly hello: (channel: number, token: string) => string | null
  /** The answer to a message that is no publication; `live` when it tells that the subscription holds. */
  readonly answer: (message: string, channel: number) => string | null
  readonly publish: (channel: number, data: string) => { readonly path: string; readonly body: string }
}

export const live = 'live'

const two = (number: number) => String(number).padStart(2, '0')

/** Ours and Centrifugo itself. The first frame is what the official client sends. */
const centrifugo = (namespace: string): Dialect => ({
  path: () => '/connection/websocket',
  hello: (channel, token) =>
    `{"connect":{"token":"${token}","name":"js"},"id":1}\n` +
    `{"subscribe":{"channel":"${namespace}:${two(channel)}","flag":1},"id":2}`,
  answer: (message) => {
    if (message === '{}') return '{}'
    if (message.includes('"error"')) throw new Error(`The relay answered ${message}`)
    return message.includes('"subscribe":{') ? live : null
  },
  publish: (channel, data) => ({
    path: '/api/publish',
    body: `{"channel":"${namespace}:${two(channel)}","data":${data}}`,
  }),
})

/** The bare ones: the channel stands in the path. */
const plain: Dialect = {
  path: (channel) => `/?channel=${two(channel)}`,
  hello: () => null,
  answer: (message) => (message === '{"live":true}' ? live : null),
  publish: (channel, data) => ({ path: `/publish?channel=${two(channel)}`, body: data }),
}

/** Engine.IO 4 packets: 0 open, 2 ping, 3 pong; 40 connect, 42 event. */
const socketio: Dialect = {
  path: () => '/socket.io/?EIO=4&transport=websocket',
  hello: () => null,
  answer: (message, channel) => {
    if (message.startsWith('0')) return '40'
    if (message.startsWith('40')) return `42["join","${two(channel)}"]`
    if (message === '2') return '3'
    return message === '42["joined"]' ? live : null
  },
  publish: plain.publish,
}

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  centrifugo: centrifugo('floor'),
  // Channels that skip nothing for slow clients.
  'centrifugo-global': centrifugo('global'),
  plain,
  socketio,
}
