// Which proxies a configuration file sets up, from its checked content. Called by `read-file.ts`.
import { noChannelProxies, type ChannelProxies } from '../../channels/channel-rules.ts'
import type { Proxy, ProxyRefusal } from '../proxies/proxy.ts'
import type { ChannelContent, FileContent } from './file-schema.ts'
import type { ProxyContent } from './proxy-schema.ts'
import { tlsOf } from './value-forms.ts'

/** What a backend decides of connections and calls; for channels see their rules. */
export type ConnectionProxies = {
  connect: Proxy | null
  refresh: Proxy | null
  /** By the namespace of the method; null where calls are not passed on. Empty when none are. */
  calls: ReadonlyMap<string, Proxy | null>
  /** Headers that clients may claim to have, which any backend is told. */
  emulatedHeaders: ReadonlySet<string>
}

export const noProxies: ConnectionProxies = {
  connect: null,
  refresh: null,
  calls: new Map(),
  emulatedHeaders: new Set(),
}

export function connectionProxies({ client, rpc, ...content }: FileContent): ConnectionProxies {
  const { connect, refresh } = client?.proxy ?? {}
  const calls = new Map<string, Proxy | null>()
  const spaces = [{ name: '', ...(rpc?.without_namespace ?? { proxy_enabled: false, proxy_name: '' }) }]
  for (const space of [...spaces, ...(rpc?.namespaces ?? [])]) {
    calls.set(space.name, space.proxy_enabled ? named(space.proxy_name, rpc?.proxy, content) : null)
  }
  const isOn = [...calls.values()].some((proxy) => proxy !== null)
  return {
    connect: connect?.enabled ? proxyOf('default', connect) : null,
    refresh: refresh?.enabled ? proxyOf('default', refresh) : null,
    calls: isOn ? calls : noProxies.calls,
    emulatedHeaders: emulatedHeadersOf({ client, rpc, ...content }),
  }
}

function emulatedHeadersOf({ client, rpc, channel, proxies }: FileContent): ReadonlySet<string> {
  const { subscribe, publish, sub_refresh: subRefresh } = channel?.proxy ?? {}
  const usual = [client?.proxy?.connect, client?.proxy?.refresh, rpc?.proxy, subscribe, publish, subRefresh]
  const names = [...usual, ...proxies].flatMap((proxy) => proxy?.emulated_headers ?? [])
  return new Set(names.map((name) => name.toLowerCase()))
}

/** Of one namespace. */
export function channelProxies(options: ChannelContent, content: FileContent): ChannelProxies {
  const { subscribe, publish, sub_refresh: subRefresh } = content.channel?.proxy ?? {}
  const usual = { subscribe, publish, sub_refresh: subRefresh }
  const find = (event: keyof typeof usual) =>
    options[`${event}_proxy_enabled`] ? named(options[`${event}_proxy_name`], usual[event], content) : null
  const found = { subscribe: find('subscribe'), publish: find('publish'), subRefresh: find('sub_refresh') }
  return Object.values(found).every((proxy) => proxy === null) ? noChannelProxies : found
}

/** What is wrong with them: names that are not there, or are there twice, and addresses that are missing. */
export function proxyProblems(content: FileContent): string[] {
  const { proxies, client, channel, rpc } = content
  const names = proxies.map(({ name }) => name)
  const problems = names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `proxies: ${name} is there twice.`)
  const check = (where: string, name: string, usual: ProxyContent | undefined) => {
    const proxy = name === 'default' || name === '' ? usual : proxies.find((one) => one.name === name)
    if (!proxy) problems.push(`${where}: there is no proxy ${name}.`)
    else if (proxy.endpoint === '') problems.push(`${where}: the proxy ${name} has no endpoint.`)
  }
  for (const event of ['connect', 'refresh'] as const) {
    const proxy = client?.proxy?.[event]
    if (proxy?.enabled) check(`client.proxy.${event}`, 'default', proxy)
  }
  const { without_namespace: bare, namespaces = [], proxy: usual } = channel ?? {}
  for (const options of [...(bare ? [{ name: '', ...bare }] : []), ...namespaces]) {
    for (const event of ['subscribe', 'publish', 'sub_refresh'] as const) {
      const where = `${options.name === '' ? 'channel.without_namespace' : `the namespace ${options.name}`}: ${event}_proxy_name`
      if (options[`${event}_proxy_enabled`]) check(where, options[`${event}_proxy_name`], usual?.[event])
    }
  }
  for (const { proxy_enabled: isOn, proxy_name: name } of [rpc?.without_namespace, ...(rpc?.namespaces ?? [])].filter(
    (options) => options !== undefined,
  ))
    if (isOn) check('rpc: proxy_name', name, rpc?.proxy)
  return problems
}

function named(name: string, usual: ProxyContent | undefined, { proxies }: Pick<FileContent, 'proxies'>): Proxy | null {
  const content = name === 'default' || name === '' ? usual : proxies.find((one) => one.name === name)
  return content ? proxyOf(name || 'default', content) : null
}

function proxyOf(name: string, content: ProxyContent): Proxy {
  const { http } = content
  const lower = (names: readonly string[]) => names.map((one) => one.toLowerCase())
  return {
    name,
    endpoint: content.endpoint,
    timeout: content.timeout * 1000,
    headers: lower(content.http_headers),
    emulatedHeaders: lower(content.emulated_headers),
    staticHeaders: http?.static_headers ?? {},
    isBinary: content.binary_encoding,
    includesMeta: content.include_connection_meta,
    refusals: new Map(http?.status_to_code_transforms.map((one) => [one.status_code, refusalOf(one)])),
    tls: tlsOf(http?.tls),
  }
}

type Transform = NonNullable<ProxyContent['http']>['status_to_code_transforms'][number]

function refusalOf({ to_error: error, to_disconnect: disconnect }: Transform): ProxyRefusal {
  if (error && error.code > 0) {
    const { code, message, temporary } = error
    return { error: temporary ? { code, message, temporary } : { code, message } }
  }
  return { disconnect: { code: disconnect?.code ?? 0, reason: disconnect?.reason ?? '' } }
}
