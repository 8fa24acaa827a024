// What the channels of a namespace keep when they are maps: a value for each key, and, unless they are ephemeral, the last changes
// for those who were away. Under the names of Centrifugo's options; read by `centrifugo/configuration`.

/** As a subscriber asks for it: those of `clients` and `users` show who is in another channel. */
export const mapTypes = { map: 1, map_clients: 2, map_users: 3 } as const
export type MapType = keyof typeof mapTypes

/** Times in milliseconds. */
export type MapRules = {
  type: MapType
  /** After its last change a key is gone; 0 for never. */
  keyTtl: number
  /** Changes kept; 0 keeps none: who was away starts anew. */
  streamSize: number
  streamTtl: number
  /** Under which key a client publishes, whatever it says; empty for its own choice. */
  clientKey: '' | 'client_id' | 'user_id'
  /** The key that is a client's id goes with the client. */
  removesClient: boolean
  /** Values in one answer to a subscriber: unasked, at least, at most. */
  pageSize: number
  smallestPage: number
  largestPage: number
  /** Changes that a subscriber may be behind when it becomes live. */
  liveLimit: number
  /** How long a subscriber may take for all pages. */
  catchUpTime: number
  allowPublishForClient: boolean
  allowPublishForSubscriber: boolean
  allowPublishForAnonymous: boolean
  allowRemoveForClient: boolean
  allowRemoveForSubscriber: boolean
  allowRemoveForAnonymous: boolean
}

/** Undefined for a channel that is no map. */
export type MapRulesOf = (channel: string) => MapRules | undefined

/** Of a map that keeps its keys for ever. */
export const forEver = 100 * 365 * 24 * 3600 * 1000

/** Bytes. */
const longestKey = 255

export function isMapKey(key: unknown): key is string {
  return typeof key === 'string' && key !== '' && !/\p{Surrogate}/u.test(key) && Buffer.byteLength(key) <= longestKey
}
