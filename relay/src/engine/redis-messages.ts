// What nodes say to each other through Redis about a channel: publications, joins, leaves. A publication's body is also what its
// stream keeps: extras as JSON or nothing, a line feed, the data as the publisher wrote it.
import type { ClientInfo, Publication, StreamPosition } from '../protocol/messages.ts'

export type ChannelMessage =
  | { type: 'publication'; publication: Publication; position: StreamPosition | null }
  | { type: 'join'; info: ClientInfo }
  | { type: 'leave'; info: ClientInfo }

export function publicationBody(data: string, { info, tags }: Pick<Publication, 'info' | 'tags'>): string {
  return `${info || tags ? JSON.stringify({ info, tags }) : ''}\n${data}`
}

export function readPublication(body: string, offset: number, epoch: string): Publication {
  const end = body.indexOf('\n')
  const extras = end === 0 ? {} : (JSON.parse(body.slice(0, end)) as Pick<Publication, 'info' | 'tags'>)
  return { data: body.slice(end + 1), offset, epoch: offset === 1 ? epoch : undefined, ...extras }
}

export function announcement(type: 'join' | 'leave', info: ClientInfo): string {
  return (type === 'join' ? 'j' : 'l') + JSON.stringify(info)
}

export function readChannelMessage(text: string): ChannelMessage {
  const kind = text[0]
  if (kind !== 'p') {
    return { type: kind === 'j' ? 'join' : 'leave', info: JSON.parse(text.slice(1)) as ClientInfo }
  }
  const colon = text.indexOf(':')
  const end = text.indexOf('\n', colon)
  const offset = Number(text.slice(1, colon))
  const epoch = text.slice(colon + 1, end)
  const publication = readPublication(text.slice(end + 1), offset, epoch)
  return { type: 'publication', publication, position: offset > 0 ? { offset, epoch } : null }
}
