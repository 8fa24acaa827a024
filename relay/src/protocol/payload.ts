// What a publisher's bytes are: JSON text, which every client reads, or something else. Called where bytes come in as such: the
// protobuf codec and the HTTP API's Base64.
import type { ChannelRules } from '../channels/channel-rules.ts'
import type { Payload } from './messages.ts'
import { isJson, onOneLine } from './raw-json.ts'

/** As a namespace may demand it. */
export function hasFormat(data: Payload, format: ChannelRules['dataFormat']): boolean {
  if (format === 'json') return typeof data === 'string'
  return format === 'json_object' ? typeof data === 'string' && data.trimStart().startsWith('{') : true
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A copy: the bytes may be part of a larger piece that the transport uses again. */
export function asPayload(bytes: Uint8Array): Payload {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return new Uint8Array(bytes)
  }
  return isJson(text) ? onOneLine(text) : new Uint8Array(bytes)
}
