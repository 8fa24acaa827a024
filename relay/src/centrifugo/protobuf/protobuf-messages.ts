// The messages of Centrifugo's client protocol as protobuf: field numbers are the wire and never change. Names are those of the
// JSON form, so that both formats share the handlers. Fields that this server neither reads nor writes are left out.
import { mapField as map, type Field, type FieldType, type MessageType } from './protobuf-wire.ts'

const field = (type: FieldType) => (number: number) => ({ number, type })
const uint = field('uint')
const int = field('int')
const flag = field('flag')
const text = field('text')
const bytes = field('bytes')
const one = (number: number, type: MessageType): Field => ({ number, type })
const list = (number: number, type: FieldType): Field => ({ number, type, isList: true })

const empty: MessageType = () => ({})
const error: MessageType = () => ({ code: uint(1), message: text(2), temporary: flag(3) })
const clientInfo: MessageType = () => ({ user: text(1), client: text(2), conn_info: bytes(3), chan_info: bytes(4) })
const publication: MessageType = () => ({
  data: bytes(4),
  info: one(5, clientInfo),
  offset: uint(6),
  tags: map(7, 'text'),
  delta: flag(8),
  key: text(11),
  removed: flag(12),
  epoch: text(14),
})
const filterNode: MessageType = () => ({
  op: text(1),
  key: text(2),
  cmp: text(3),
  val: text(4),
  vals: list(5, 'text'),
  nodes: list(6, filterNode),
})
const subscribeRequest: MessageType = () => ({
  channel: text(1),
  token: text(2),
  recover: flag(3),
  epoch: text(6),
  offset: uint(7),
  data: bytes(8),
  positioned: flag(9),
  recoverable: flag(10),
  join_leave: flag(11),
  delta: text(12),
  tf: one(13, filterNode),
  flag: int(14),
  type: int(15),
  phase: int(16),
  cursor: text(17),
  limit: int(18),
})
const subscribeResult: MessageType = () => ({
  expires: flag(1),
  ttl: uint(2),
  recoverable: flag(3),
  epoch: text(6),
  publications: list(7, publication),
  recovered: flag(8),
  offset: uint(9),
  positioned: flag(10),
  data: bytes(11),
  was_recovering: flag(12),
  delta: flag(13),
  type: int(15),
  phase: int(16),
  cursor: text(17),
  state: list(18, publication),
})
const inChannel: MessageType = () => ({ channel: text(1) })
const streamPosition: MessageType = () => ({ offset: uint(1), epoch: text(2) })
const refreshResult: MessageType = () => ({ expires: flag(3), ttl: uint(4) })

export const commandMessage: MessageType = () => ({
  id: uint(1),
  connect: one(4, () => ({
    token: text(1),
    data: bytes(2),
    subs: map(3, subscribeRequest),
    name: text(4),
    version: text(5),
    headers: map(6, 'text'),
  })),
  subscribe: one(5, subscribeRequest),
  unsubscribe: one(6, inChannel),
  publish: one(7, () => ({ channel: text(1), data: bytes(2), type: int(3), key: text(4), removed: flag(5) })),
  presence: one(8, inChannel),
  presence_stats: one(9, inChannel),
  history: one(10, () => ({ channel: text(1), limit: int(7), since: one(8, streamPosition), reverse: flag(9) })),
  send: one(12, () => ({ data: bytes(1) })),
  rpc: one(13, () => ({ data: bytes(1), method: text(2) })),
  refresh: one(14, () => ({ token: text(1) })),
  sub_refresh: one(15, () => ({ channel: text(1), token: text(2), type: int(3) })),
})

const connectResult: MessageType = () => ({
  client: text(1),
  version: text(2),
  expires: flag(3),
  ttl: uint(4),
  data: bytes(5),
  subs: map(6, subscribeResult),
  ping: uint(7),
  pong: flag(8),
  session: text(9),
  node: text(10),
  time: int(11),
})
const withInfo: MessageType = () => ({ info: one(1, clientInfo) })
const push: MessageType = () => ({
  channel: text(2),
  pub: one(4, publication),
  join: one(5, withInfo),
  leave: one(6, withInfo),
  unsubscribe: one(7, () => ({ code: uint(2), reason: text(3) })),
  subscribe: one(9, () => ({
    recoverable: flag(1),
    epoch: text(4),
    offset: uint(5),
    positioned: flag(6),
    data: bytes(7),
  })),
  disconnect: one(11, () => ({ code: uint(1), reason: text(2), reconnect: flag(3) })),
  refresh: one(12, () => ({ expires: flag(1), ttl: uint(2) })),
})

export const replyMessage: MessageType = () => ({
  id: uint(1),
  error: one(2, error),
  push: one(4, push),
  connect: one(5, connectResult),
  subscribe: one(6, subscribeResult),
  unsubscribe: one(7, empty),
  publish: one(8, empty),
  presence: one(9, () => ({ presence: map(1, clientInfo) })),
  presence_stats: one(10, () => ({ num_clients: uint(1), num_users: uint(2) })),
  history: one(11, () => ({ publications: list(1, publication), epoch: text(2), offset: uint(3) })),
  rpc: one(13, () => ({ data: bytes(1) })),
  refresh: one(14, refreshResult),
  sub_refresh: one(15, () => ({ expires: flag(1), ttl: uint(2) })),
})

export const emulationMessage: MessageType = () => ({ node: text(1), session: text(2), data: bytes(3) })
