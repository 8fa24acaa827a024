// The protobuf form of the client protocol: messages with their length before them, one or more per binary frame. Payloads
// are JSON text in UTF-8 as in the JSON form, so that clients of both formats share channels, or bytes for this one alone.
import type { Format, Frame } from '../../protocol/format.ts'
import {
  commandNames,
  largestId,
  type ClientInfo,
  type Command,
  type SentPublication,
  type Payload,
  type Push,
  type Reply,
  type SubscribeResult,
} from '../../protocol/messages.ts'
import { commandMessage, replyMessage } from './protobuf-messages.ts'
import { decodeMessage, delimited, encodeMessage, Reader, type Fields } from './protobuf-wire.ts'
import { asPayload } from '../../protocol/payload.ts'

export const protobufFormat: Format = {
  name: 'protobuf',
  // A message without content.
  ping: Uint8Array.of(0),
  decode: decodeFrame,
  reply: (reply) => delimited(encodeMessage(replyMessage, replyFields(reply))),
  push: (push) => delimited(encodeMessage(replyMessage, { push: pushFields(push) })),
}

function decodeFrame(frame: Frame, maximumCommands: number): Command[] | null {
  if (typeof frame === 'string' || frame.length === 0) return null
  const commands: Command[] = []
  try {
    const reader = new Reader(frame)
    while (!reader.isAtEnd) {
      const command = decodeCommand(reader.delimited())
      if (!command || commands.push(command) > maximumCommands) return null
    }
  } catch {
    return null
  }
  return commands
}

function decodeCommand(bytes: Uint8Array): Command | null {
  const { id = 0, ...requests } = decodeMessage(commandMessage, bytes) as { id?: number } & Fields
  if (id > largestId) return null
  const name = commandNames.find((candidate) => requests[candidate] !== undefined)
  const size = bytes.length
  if (id === 0 && name !== 'send') return { name: 'pong', size }
  if (!name) return null
  const fields = requests[name] as Fields
  return { name, id, size, fields, payload: () => payloadOf(fields['data']) }
}

function payloadOf(bytes: unknown): Payload | undefined {
  return bytes instanceof Uint8Array && bytes.length > 0 ? asPayload(bytes) : undefined
}

function replyFields(reply: Reply): Fields {
  const { id } = reply
  if ('error' in reply) return { id, error: reply.error }
  if ('connect' in reply) {
    const { subs, ...result } = reply.connect
    const entries = [...(subs ?? [])].map(([channel, sub]) => [channel, subscribeFields(sub)])
    return { id, connect: { ...result, subs: Object.fromEntries(entries) } }
  }
  if ('subscribe' in reply) return { id, subscribe: subscribeFields(reply.subscribe) }
  if ('rpc' in reply) return { id, rpc: { data: reply.rpc } }
  if ('refresh' in reply) return { id, refresh: reply.refresh }
  if ('subRefresh' in reply) return { id, sub_refresh: reply.subRefresh }
  if ('presence' in reply) {
    const clients = reply.presence.map((info) => [info.client, infoFields(info)])
    return { id, presence: { presence: Object.fromEntries(clients) } }
  }
  if ('presenceStats' in reply) {
    const { numClients, numUsers } = reply.presenceStats
    return { id, presence_stats: { num_clients: numClients, num_users: numUsers } }
  }
  if ('history' in reply) {
    const { publications, position } = reply.history
    return { id, history: { publications: publications.map(publicationFields), ...position } }
  }
  return { id, [reply.empty]: {} }
}

function pushFields(push: Push): Fields {
  if ('refresh' in push || 'disconnect' in push) return push
  const { channel } = push
  if ('pub' in push) return { channel, pub: publicationFields(push.pub) }
  if ('join' in push) return { channel, join: { info: infoFields(push.join) } }
  if ('leave' in push) return { channel, leave: { info: infoFields(push.leave) } }
  if ('subscribe' in push) return { channel, subscribe: subscribeFields(push.subscribe) }
  return push
}

function subscribeFields({ position, publications, wasRecovering, map, ...result }: SubscribeResult): Fields {
  const list = publications?.map(publicationFields)
  const page = map && { ...map, type: 1, state: map.state?.map(publicationFields) }
  return { ...result, ...position, ...page, was_recovering: wasRecovering, publications: list }
}

function publicationFields({ info, ...publication }: SentPublication): Fields {
  return { ...publication, info: info && infoFields(info) }
}

function infoFields({ user, client, connInfo, chanInfo }: ClientInfo): Fields {
  return { user, client, conn_info: connInfo, chan_info: chanInfo }
}
