// What unidirectional clients read and write: a connect request without a command around it, then pushes without a reply around them.
// Always JSON. Such clients are subscribed by their token or by the server, and send nothing else.
import type { Format, Frame } from '../../protocol/format.ts'
import { jsonFormat } from '../../protocol/json-codec.ts'
import type { Command } from '../../protocol/messages.ts'
import { isObject, isJson, rawMembers } from '../../protocol/raw-json.ts'

const replyStart = '{"id":1,'
const pushStart = '{"push":'

export const uniFormat: Format = {
  name: 'uni',
  ping: '{}',
  decode: decodeConnect,
  reply: (reply) => `{${jsonFormat.reply(reply).slice(replyStart.length)}`,
  push: (push) => jsonFormat.push(push).slice(pushStart.length, -1),
}

/** The one request. Null stands for an empty one. */
function decodeConnect(frame: Frame): Command[] | null {
  const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame)
  const fields: unknown = isJson(text) ? (JSON.parse(text) ?? {}) : null
  if (!isObject(fields)) return null
  return [{ name: 'connect', id: 1, size: text.length, fields, payload: () => rawMembers(text)?.get('data') }]
}
