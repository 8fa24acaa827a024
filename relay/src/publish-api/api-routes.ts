// The HTTP API (spec 4.5): `POST /api/<method>`, and the legacy `POST /api` with one or more `{method, params}` objects.
import { errors, type ProtocolError } from '../protocol/errors.ts'
import { endOfFirstValue, isJson, membersBeforeData, rawElements, rawMembers } from '../protocol/raw-json.ts'
import type { ApiContext } from './api-context.ts'
import { errorJson, isApiMethod, numberedMethods, runApiCommand } from './api-methods.ts'
import { paramsText } from './api-params.ts'
import { readText, refuseBody } from '../transport/request-body.ts'

/** With the header `X-Centrifugo-Error-Mode: transport` an error is an HTTP status instead of a 200 that carries it. */
const statusOfError: Record<number, number> = { 100: 500, 102: 404, 104: 404, 107: 400, 108: 400, 112: 416 }

export type ApiOptions = {
  /** Whether it shows the key. */
  mayCall: (request: Request) => boolean
  isStopping: () => boolean
  /** As if every request asked for it. */
  errorsAreStatuses: boolean
}

export function createApi(context: ApiContext, { mayCall, isStopping, errorsAreStatuses }: ApiOptions) {
  return async (request: Request, path: string): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    if (!mayCall(request)) return new Response(null, { status: 401 })
    if (isStopping()) return new Response('Service Unavailable', { status: 503 })
    const name = path.slice('/api/'.length)
    if (path !== '/api' && name !== 'batch' && !isApiMethod(name)) return new Response('Not Found', { status: 404 })
    const { apiBodySize: size, apiBodyTime: time } = context.limits
    const body = await readText(request, { size, time })
    if (typeof body !== 'string') return refuseBody(body)
    if (context.engine.peers && (await isAbandoned(request))) return new Response(null, { status: 400 })
    if (path === '/api') return legacy(body, context)
    const members = membersBeforeData(body) ?? (isJson(body) ? rawMembers(body) : null)
    if (!members) return badRequest()
    if (name === 'batch') return batch(members, context)
    const outcome = await runApiCommand(name, { json: body, members }, context)
    if ('result' in outcome) return json(`{"result":${outcome.result}}`)
    const asStatus = errorsAreStatuses || request.headers.get('x-centrifugo-error-mode') === 'transport'
    return failure(outcome.error, asStatus)
  }
}

/**
 * The runtime ends a connection when another request comes before this one is answered. What came in one packet is known once that is
 * read to its end: then none of it is done, so that who sent it may send it again. In memory the answer is ready before.
 */
async function isAbandoned({ signal }: Request): Promise<boolean> {
  await new Promise<void>((resolve) => setImmediate(resolve))
  return signal.aborted
}

function failure(error: ProtocolError, asStatus: boolean): Response {
  if (asStatus) return json(errorJson(error), statusOfError[error.code] ?? 500)
  return json(`{"error":${errorJson(error)}}`)
}

/** One reply line per command. */
async function legacy(body: string, context: ApiContext): Promise<Response> {
  const commands = splitValues(body, context.limits.apiCommandsPerRequest)
  if (!commands) return badRequest()
  const parsed = commands.map(readLegacyCommand)
  if (parsed.includes(null)) return badRequest()
  const lines: string[] = []
  for (const command of parsed) {
    if (!command) continue
    const outcome = await runApiCommand(command.name, paramsText(command.params), context)
    const id = command.id === undefined ? '' : `"id":${command.id},`
    lines.push('result' in outcome ? `{${id}"result":${outcome.result}}` : `{${id}"error":${errorJson(outcome.error)}}`)
  }
  return json(lines.join('\n'))
}

function readLegacyCommand(text: string): { name: string; params: string; id?: number } | null {
  const members = rawMembers(text)
  if (!members) return null
  const method: unknown = JSON.parse(members.get('method') ?? '0')
  const id: unknown = JSON.parse(members.get('id') ?? 'null')
  const params = members.get('params') ?? '{}'
  const name = typeof method === 'number' ? (numberedMethods[method] ?? '') : String(method).toLowerCase()
  // An unknown name is a malformed body, an unknown number an unknown method: so the original does.
  if (typeof method !== 'number' && (typeof method !== 'string' || !isApiMethod(name))) return null
  return { name, params, id: typeof id === 'number' ? id : undefined }
}

/** `{"commands":[{"publish":{…}}, …]}` → `{"replies":[{"publish":{…}}, {"error":{…}}, …]}`, in order. */
async function batch(members: ReadonlyMap<string, string>, context: ApiContext): Promise<Response> {
  const list = members.get('commands')
  const commands = list === undefined ? null : rawElements(list)
  if (!commands || commands.length > context.limits.apiCommandsPerRequest) return badRequest()
  const replies: string[] = []
  for (const command of commands) {
    const [entry, ...more] = [...(rawMembers(command) ?? [])].filter(([name]) => name !== 'id')
    const refusal: ProtocolError | null = !entry || more.length > 0 ? errors.badRequest : null
    const [name, params] = entry ?? ['', '']
    const outcome = refusal ? { error: refusal } : await runApiCommand(name, paramsText(params), context)
    replies.push('result' in outcome ? `{"${name}":${outcome.result}}` : `{"error":${errorJson(outcome.error)}}`)
  }
  return json(`{"replies":[${replies.join(',')}]}`)
}

/** Several JSON values one after another. Null when one is malformed or there are too many, or none. */
function splitValues(body: string, maximum: number): string[] | null {
  const values: string[] = []
  let rest = body.trim()
  while (rest !== '') {
    const end = endOfFirstValue(rest)
    const value = end === null ? '' : rest.slice(0, end)
    if (end === null || values.length === maximum || !isJson(value)) return null
    values.push(value)
    rest = rest.slice(end).trimStart()
  }
  return values.length > 0 ? values : null
}

const badRequest = () => new Response('Bad Request', { status: 400 })

const jsonHeaders = new Headers({ 'content-type': 'application/json' })

function json(text: string, status = 200): Response {
  return new Response(text, { status, headers: jsonHeaders })
}
