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

export const ifSet = {
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
  const { data, info, offset, tags, delta, epoch, key } = publication
  if (key !== undefined) return valueJson(publication)
  // Written out, because this is the hottest of all shapes.
  let text = typeof data === 'string' ? `{"data":${data}` : `{"b64data":"${data.toBase64()}"`
  if (info) text += `,"info":${clientInfoJson(info)}`
  if (offset > 0) text += `,"offset":${offset}`
  if (tags) text += `,"tags":${JSON.stringify(tags)}`
  if (delta) text += ',"delta":true'
  if (epoch) text += `,"epoch":${JSON.stringify(epoch)}`
  return `${text}}`
}

/** Of a map. */
function valueJson({ data, info, offset, tags, delta, epoch, key, removed }: SentPublication): string {
  return jsonObject({
    data: typeof data === 'string' ? data || undefined : undefined,
    b64data: typeof data === 'string' ? undefined : JSON.stringify(data.toBase64()),
    info: info && clientInfoJson(info),
    offset: ifSet.number(offset),
    tags: tags && JSON.stringify(tags),
    delta: ifSet.flag(delta),
    key: JSON.stringify(key),
    removed: ifSet.flag(removed),
    epoch: ifSet.text(epoch),
  })
}

export function publicationsJson(publications: readonly SentPublication[]): string {
  return `[${publications.map(publicationJson).join(',')}]`
}

export function presenceJson(clients: readonly ClientInfo[]): string {
  return `{${clients.map((info) => `${JSON.stringify(info.client)}:${clientInfoJson(info)}`).join(',')}}`
}
