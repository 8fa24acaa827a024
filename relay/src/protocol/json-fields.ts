// Writes the shapes that the JSON client protocol and the HTTP API have in common. Values are JSON text, so that raw data
// is embedded as it came; zero values are left out as the wire demands.
import type { ClientInfo, SentPublication } from './messages.ts'

/** Members in order; an undefined one is left out. */
export function jsonObject(members: Record<string, string | undefined>): string {
  let text = ''
  for (const name in members) {
    const value = members[name]
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${value}`
  }
  return `{${text}}`
}

export const orNothing = {
  text: (value: string | undefined) => (value ? JSON.stringify(value) : undefined),
  number: (value: number | undefined) => (value ? String(value) : undefined),
  flag: (value: boolean | undefined) => (value ? 'true' : undefined),
}

export function clientInfoJson(info: ClientInfo): string {
  return jsonObject({
    user: JSON.stringify(info.user),
    client: JSON.stringify(info.client),
    conn_info: info.connInfo,
    chan_info: info.chanInfo,
  })
}

export function publicationJson(publication: SentPublication): string {
  return jsonObject({
    // Patches in bytes are for protobuf only.
    data: String(publication.data),
    info: publication.info && clientInfoJson(publication.info),
    offset: orNothing.number(publication.offset),
    tags: publication.tags && JSON.stringify(publication.tags),
    delta: orNothing.flag(publication.delta),
    epoch: orNothing.text(publication.epoch),
  })
}

export function publicationsJson(publications: readonly SentPublication[]): string {
  return `[${publications.map(publicationJson).join(',')}]`
}

export function presenceJson(clients: readonly ClientInfo[]): string {
  return `{${clients.map((info) => `${JSON.stringify(info.client)}:${clientInfoJson(info)}`).join(',')}}`
}
