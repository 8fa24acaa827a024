// What nodes say to each other through Redis about a channel: publications, joins, leaves. A publication's body is also what its
// stream keeps: extras as JSON or nothing, a line feed, the data as the publisher wrote it, or in Base64 when it is no text.
import type { ClientInfo, Payload, Publication, StreamPosition } from '../protocol/messages.ts'

export type ChannelMessage =
  | { type: 'publication'; publication: Publication; position: StreamPosition | null; sentAt: number }
  | { type: 'join'; info: ClientInfo }
  | { type: 'leave'; info: ClientInfo }
  /** Everything that the channel kept is gone. */
  | { type: 'cleared' }

/** `key`, `removed` and `time` in maps. */
type About = Pick<Publication, 'info' | 'tags' | 'key' | 'removed' | 'time'>
type Extras = About & { isBase64?: true }

export function publicationBody(data: Payload, { info, tags, key, time }: About): string {
  if (typeof data !== 'string')
    return `${JSON.stringify({ info, tags, key, time, isBase64: true } satisfies Extras)}\n${data.toBase64()}`
  return `${info || tags || key ? JSON.stringify({ info, tags, key, time } satisfies Extras) : ''}\n${data}`
}

export function readPublication(body: string, offset: number, epoch: string): Publication {
  const end = body.indexOf('\n')
  const { isBase64, ...extras } = end === 0 ? ({} as Extras) : (JSON.parse(body.slice(0, end)) as Extras)
  const text = body.slice(end + 1)
  const data = isBase64 ? Uint8Array.fromBase64(text) : text
  return { data, offset, epoch: offset === 1 ? epoch : undefined, ...extras }
}

export function announcement(type: 'join' | 'leave', info: ClientInfo): string {
  return (type === 'join' ? 'j' : 'l') + JSON.stringify(info)
}

export function readChannelMessage(text: string): ChannelMessage {
  const kind = text[0]
  if (kind === 'c') return { type: 'cleared' }
  if (kind !== 'p') {
    return { type: kind === 'j' ? 'join' : 'leave', info: JSON.parse(text.slice(1)) as ClientInfo }
  }
  const colon = text.indexOf(':')
  const end = text.indexOf('\n', colon)
  const offset = Number(text.slice(1, colon))
  const [epoch = '', sentAt] = text.slice(colon + 1, end).split(':', 2)
  const publication = readPublication(text.slice(end + 1), offset, epoch)
  return { type: 'publication', publication, position: offset > 0 ? { offset, epoch } : null, sentAt: Number(sentAt) }
}
