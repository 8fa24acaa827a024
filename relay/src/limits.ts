// Every limit of a connection and of the HTTP API in one place; `config.ts` fills it. Durations in milliseconds, sizes in bytes.

export type Limits = {
  pingInterval: number
  pongTimeout: number
  /** From the upgrade to a successful connect command. */
  staleCloseDelay: number
  /** How long a connection may outlive its token while the client refreshes it. */
  expiredCloseDelay: number
  /** The same for a subscription and its token. */
  expiredSubCloseDelay: number
  channelsPerConnection: number
  /** 0 = no limit, as in the next five. */
  connections: number
  /** Connections whose client has not said who it is. */
  unidentified: number
  unidentifiedPerAddress: number
  connectionsPerUser: number
  connectionsPerAddress: number
  /** Accepted per second. */
  connectionRate: number
  /** Bytes that wait for a client before it counts as slow. */
  queueSize: number
  messageSize: number
  commandsPerFrame: number
  /** Commands per second and connection, and how many may come at once. */
  commandRate: number
  commandBurst: number
  publicationsPerRecovery: number
  publicationsPerHistory: number
  /** Of a map: keys of one channel, their bytes, and bytes of all maps that this process keeps. */
  mapKeys: number
  mapBytes: number
  mapMemory: number
  /** Between two times that a node vouches for its clients. */
  presenceInterval: number
  apiBodySize: number
  apiBodyTime: number
  apiCommandsPerRequest: number
}
