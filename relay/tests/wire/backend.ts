// A backend that decides what clients may do, for the proxy tests: it keeps what it was asked, and answers by what the question holds.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }

type Reply = object | string | number | 'never'
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

const connects: Record<string, () => Reply> = {
  ann: () => ({
    result: {
      user: 'ann',
      info: { name: 'Ann' },
      data: { hello: 12345678901234567890n.toString() },
      channels: ['global:1'],
      subs: { 'event:granted': { data: { welcome: true } } },
      meta: { badge: 7 },
    },
  }),
  staying: () => ({ result: { user: 'staying', expire_at: inSeconds(2) } }),
  broken: () => ({ result: { user: 'broken', expire_at: inSeconds(2) } }),
  going: () => ({ result: { user: 'going', expire_at: inSeconds(2) } }),
  past: () => ({ result: { user: 'past', expire_at: inSeconds(-5) } }),
  lost: () => ({ result: { user: 'lost', channels: ['nope:1'] } }),
}

/** The same for every event. */
const refusals: Record<string, Reply> = {
  nothing: {},
  error: { error: { code: 1001, message: 'not now', temporary: true } },
  bye: { disconnect: { code: 4501, reason: 'go away' } },
  both: { error: { code: 1001, message: 'not now' }, disconnect: { code: 4502, reason: 'go first' } },
  403: 403,
  409: 409,
  500: 500,
  junk: '<html>',
  never: 'never',
}

const channels: Record<string, () => Reply> = {
  expiring: () => ({ result: { expire_at: inSeconds(2) } }),
  leaving: () => ({ result: { expire_at: inSeconds(2) } }),
  broken: () => ({ result: { expire_at: inSeconds(2) } }),
  history: () => ({ result: { override: { force_recovery: { value: true } }, data: { first: 1 }, info: { seat: 3 } } }),
  binary: () => ({ result: { b64data: btoa('{"from":"bytes"}') } }),
  past: () => ({ result: { expire_at: inSeconds(-5) } }),
}

const subRefreshes: Record<string, object> = { leaving: { expired: true }, broken: { b64info: '%%%' } }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function answerTo({ path, body }: Asked): Reply {
  const { data, channel, user, method } = body
  const said = text((data as { say?: unknown } | undefined)?.say)
  const place = text(channel).split(':').at(-1) ?? ''
  if (path === '/connect') return refusals[said] ?? connects[said]?.() ?? {}
  if (path === '/subscribe') return refusals[place] ?? channels[place]?.() ?? { result: {} }
  if (path === '/publish') {
    if (said === 'changed') return { result: { data: { changed: 1 }, tags: { by: 'backend' } } }
    return refusals[said] ?? (said === 'unkept' ? { result: { skip_history: true } } : { result: {} })
  }
  if (path === '/rpc') return refusals[said] ?? { result: method === 'math:none' ? {} : { data: { sum: 3 } } }
  if (path === '/sub_refresh') return { result: subRefreshes[place] ?? { expire_at: inSeconds(600) } }
  if (user === 'broken') return { result: { b64info: '%%%', expire_at: inSeconds(600) } }
  return { result: user === 'going' ? { expired: true } : { expire_at: inSeconds(600), info: { refreshed: 1 } } }
}

export async function startBackend() {
  const asked: Asked[] = []
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = { path: request.url ?? '', headers: request.headers, body: await readBody(request) }
    asked.push(question)
    const given = answerTo(question)
    if (given === 'never') return
    if (typeof given === 'number') response.writeHead(given).end()
    else response.end(typeof given === 'string' ? given : JSON.stringify(given))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return JSON.parse(String(Buffer.concat(pieces))) as Record<string, unknown>
}

/** The suite's configuration for both servers. */
export function proxiedConfig(backend: string): object {
  const status = [
    { status_code: 403, to_disconnect: { code: 4503, reason: 'forbidden' } },
    { status_code: 409, to_error: { code: 1009, message: 'conflict', temporary: true } },
  ]
  const proxy = (event: string) => ({
    endpoint: `${backend}/${event}`,
    timeout: '1s',
    http_headers: ['X-Real', 'X-Both'],
    emulated_headers: ['X-Claimed', 'X-Both'],
    include_connection_meta: true,
    http: { static_headers: { 'X-Static': 'always' }, status_to_code_transforms: status },
  })
  return {
    http_server: { address: '127.0.0.1', port: 8000 },
    client: {
      token: { hmac_secret_key: 'token secret of the wire tests, not for any other use' },
      allowed_origins: ['https://app.example'],
      expired_sub_close_delay: '1s',
      presence_update_interval: '1s',
      proxy: { connect: { enabled: true, ...proxy('connect') }, refresh: { enabled: true, ...proxy('refresh') } },
    },
    http_api: { key: 'api key of the wire tests, not for any other use' },
    health: { enabled: true },
    proxies: [{ name: 'other', ...proxy('rpc') }],
    rpc: { proxy: proxy('rpc'), namespaces: [{ name: 'math', proxy_enabled: true }, { name: 'off' }] },
    channel: {
      proxy: { subscribe: proxy('subscribe'), publish: proxy('publish'), sub_refresh: proxy('sub_refresh') },
      namespaces: [
        { name: 'global', allow_subscribe_for_client: true },
        { name: 'event', history_size: 10, history_ttl: '60s', force_recovery: true },
        {
          name: 'gate',
          subscribe_proxy_enabled: true,
          publish_proxy_enabled: true,
          allow_user_limited_channels: true,
          history_size: 10,
          history_ttl: '60s',
        },
        { name: 'brief', subscribe_proxy_enabled: true, sub_refresh_proxy_enabled: true },
      ],
    },
  }
}
