// The JSON form of the client protocol: one JSON object per line, one or more lines per text frame.
import { Unwritable, type Format, type Frame } from './format.ts'
import { jsonObject, ifSet, presenceJson, publicationJson, publicationsJson, clientInfoJson } from './json-fields.ts'
import {
  commandNames,
  largestId,
  type Command,
  type ConnectResult,
  type Expiry,
  type Payload,
  type Push,
  type Reply,
  type SentPublication,
  type SubscribeResult,
} from './messages.ts'
import { endOfFirstValue, isObject, onOneLine, rawMembers } from './raw-json.ts'

export const jsonFormat = {
  name: 'json',
  // The client's pong looks the same.
  ping: '{}',
  decode: decodeFrame,
  reply: encodeReply,
  push: encodePush,
} as const satisfies Format

function refuseBytes(publications: readonly SentPublication[]): void {
  if (publications.some(({ data }) => typeof data !== 'string')) throw new Unwritable()
}

function jsonOnly(data: Payload | undefined): string | undefined {
  if (data !== undefined && typeof data !== 'string') throw new Unwritable()
  return data
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text in a binary frame counts too. One line feed may stand at the end. */
function decodeFrame(frame: Frame, maximumCommands: number): Command[] | null {
  const text = typeof frame === 'string' ? frame : textOf(frame)
  if (text === null) return null
  const lines = text.split('\n', maximumCommands + 2)
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  if (lines.length > maximumCommands) return null
  const commands: Command[] = []
  for (const line of lines) {
    const command = decodeCommand(line)
    if (!command) return null
    commands.push(command)
  }
  return commands
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

function decodeCommand(line: string): Command | null {
  try {
    return readCommand(line, JSON.parse(line))
  } catch {
    return decodeStart(line)
  }
}

/** What follows the first object of a line is not read, as in Centrifugo. */
function decodeStart(line: string): Command | null {
  const start = line.slice(0, endOfFirstValue(line) ?? 0)
  try {
    return start.length < line.length ? readCommand(start, JSON.parse(start)) : null
  } catch {
    return null
  }
}

function readCommand(line: string, parsed: unknown): Command | null {
  if (!isObject(parsed)) return null
  const { id = 0 } = parsed
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > largestId) return null
  const name = commandNames.find((candidate) => Object.hasOwn(parsed, candidate))
  const size = line.length
  if (id === 0 && name !== 'send') return { name: 'pong', size }
  const fields = name && parsed[name]
  if (!name || !isObject(fields)) return null
  return { name, id, size, fields, payload: () => rawData(line, name) }
}

function rawData(line: string, command: string): string | undefined {
  const raw = rawMembers(rawMembers(line)?.get(command) ?? '')?.get('data')
  return raw === undefined ? undefined : onOneLine(raw)
}

function encodeReply(reply: Reply): string {
  return `{"id":${reply.id},${replyBody(reply)}}`
}

function replyBody(reply: Reply): string {
  if ('error' in reply) {
    const { code, message, temporary } = reply.error
    const error = { code: String(code), message: JSON.stringify(message), temporary: ifSet.flag(temporary) }
    return `"error":${jsonObject(error)}`
  }
  if ('connect' in reply) return `"connect":${connectJson(reply.connect)}`
  if ('subscribe' in reply) return `"subscribe":${subscribeJson(reply.subscribe)}`
  if ('rpc' in reply) return `"rpc":${jsonObject({ data: jsonOnly(reply.rpc) })}`
  if ('refresh' in reply) return `"refresh":${expiryJson(reply.refresh)}`
  if ('subRefresh' in reply) return `"sub_refresh":${expiryJson(reply.subRefresh)}`
  if ('presence' in reply) return `"presence":{"presence":${presenceJson(reply.presence)}}`
  if ('presenceStats' in reply) {
    const { numClients, numUsers } = reply.presenceStats
    return `"presence_stats":{"num_clients":${numClients},"num_users":${numUsers}}`
  }
  if ('history' in reply) {
    const { publications, position } = reply.history
    const { epoch, offset } = position
    refuseBytes(publications)
    return `"history":{"publications":${publicationsJson(publications)},"epoch":${JSON.stringify(epoch)},"offset":${offset}}`
  }
  return `"${reply.empty}":{}`
}

function connectJson(result: ConnectResult): string {
  return jsonObject({
    client: JSON.stringify(result.client),
    version: JSON.stringify(result.version),
    expires: ifSet.flag(result.expires),
    ttl: ifSet.number(result.ttl),
    ping: ifSet.number(result.ping),
    pong: ifSet.flag(result.pong),
    session: ifSet.text(result.session),
    node: ifSet.text(result.node),
    time: ifSet.number(result.time),
    data: jsonOnly(result.data),
    subs: result.subs?.size ? subsJson(result.subs) : undefined,
  })
}

function subsJson(subs: ReadonlyMap<string, SubscribeResult>): string {
  return `{${[...subs].map(([channel, sub]) => `${JSON.stringify(channel)}:${subscribeJson(sub)}`).join(',')}}`
}

function subscribeJson(result: SubscribeResult): string {
  const { map } = result
  refuseBytes(result.publications ?? [])
  refuseBytes(map?.state ?? [])
  return jsonObject({
    expires: ifSet.flag(result.expires),
    ttl: ifSet.number(result.ttl),
    recoverable: ifSet.flag(result.recoverable),
    epoch: ifSet.text(result.position?.epoch),
    publications: result.publications?.length ? publicationsJson(result.publications) : undefined,
    recovered: ifSet.flag(result.recovered),
    offset: ifSet.number(result.position?.offset),
    positioned: ifSet.flag(result.positioned),
    data: result.data,
    was_recovering: ifSet.flag(result.wasRecovering),
    delta: ifSet.flag(result.delta),
    type: map && '1',
    phase: ifSet.number(map?.phase),
    cursor: ifSet.text(map?.cursor),
    state: map?.state?.length ? publicationsJson(map.state) : undefined,
  })
}

function expiryJson({ expires, ttl }: Expiry): string {
  return jsonObject({ expires: ifSet.flag(expires), ttl: ifSet.number(ttl) })
}

function encodePush(push: Push): string {
  if ('refresh' in push) return `{"push":{"refresh":${expiryJson(push.refresh)}}}`
  if ('disconnect' in push) return JSON.stringify({ push })
  return `{"push":{"channel":${JSON.stringify(push.channel)},${pushBody(push)}}}`
}

function pushBody(push: Extract<Push, { channel: string }>): string {
  if ('pub' in push) {
    if (typeof push.pub.data !== 'string') throw new Unwritable()
    return `"pub":${publicationJson(push.pub)}`
  }
  if ('join' in push) return `"join":{"info":${clientInfoJson(push.join)}}`
  if ('leave' in push) return `"leave":{"info":${clientInfoJson(push.leave)}}`
  if ('subscribe' in push) return `"subscribe":${subscribeJson(push.subscribe)}`
  return `"unsubscribe":${JSON.stringify(push.unsubscribe)}`
}
