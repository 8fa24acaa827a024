// The sections of a configuration file that let a backend decide (`client.proxy`, `channel.proxy`, `rpc`, `proxies`), under
// Centrifugo's names. Over HTTP only: gRPC is refused. Used by the schema of the whole file.
import { z } from 'zod'
import { unsupported } from './unsupported.ts'
import { Duration, TlsOptions } from './value-forms.ts'

const flag = z.boolean().default(false)
const names = z.array(z.string()).default([])
/** As it goes into a close frame. */
const Words = z
  .string()
  .regex(/^[\x20-\x7E]{0,123}$/, 'must be at most 123 characters of ASCII')
  .default('')
const code = z.int().min(0).max(4999).default(0)

const StatusTransform = z
  .strictObject({
    status_code: z.int().min(100).max(599),
    to_error: z.strictObject({ code, message: Words, temporary: flag }).optional(),
    to_disconnect: z.strictObject({ code, reason: Words }).optional(),
  })
  .refine(
    ({ to_error: error, to_disconnect: disconnect }) => (error?.code ?? 0) > 0 !== (disconnect?.code ?? 0) > 0,
    'must have either the code of an error or that of a disconnect',
  )

const ProxyOptions = z.strictObject({
  endpoint: z
    .string()
    .regex(/^(https?:\/\/\S+)?$/, 'must be an address of HTTP, others are not supported here')
    .default(''),
  timeout: Duration.default(1).refine((seconds) => seconds > 0, 'must be above zero'),
  http_headers: names,
  emulated_headers: names,
  // Of clients that come by gRPC, and of backends that speak it.
  grpc_metadata: names,
  grpc: z.looseObject({}).optional(),
  binary_encoding: flag,
  include_connection_meta: flag,
  http: z
    .strictObject({
      tls: TlsOptions,
      static_headers: z.record(z.string(), z.string()).default({}),
      status_to_code_transforms: z.array(StatusTransform).default([]),
    })
    .optional(),
})

export type ProxyContent = z.infer<typeof ProxyOptions>

const name = z.string().default('default')

/** Of a namespace. */
export const channelProxyOptions = {
  subscribe_proxy_enabled: flag,
  subscribe_proxy_name: name,
  publish_proxy_enabled: flag,
  publish_proxy_name: name,
  sub_refresh_proxy_enabled: flag,
  sub_refresh_proxy_name: name,
}

const Switched = ProxyOptions.extend({ enabled: flag })

export const ClientProxies = z.strictObject({ connect: Switched.optional(), refresh: Switched.optional() })

/** Those that namespaces mean when they name none; the others belong to what is not supported and is refused there. */
export const ChannelProxies = z.looseObject({
  subscribe: ProxyOptions.optional(),
  publish: ProxyOptions.optional(),
  sub_refresh: ProxyOptions.optional(),
})

export const NamedProxy = ProxyOptions.extend({
  name: z.string().regex(/^(?!default$)[-a-zA-Z0-9_.]{2,}$/, 'must be a name other than default'),
})

const RpcNamespaceOptions = z.strictObject({ proxy_enabled: flag, proxy_name: name })

export const RpcOptions = z.strictObject({
  proxy: ProxyOptions.optional(),
  without_namespace: RpcNamespaceOptions.optional(),
  namespaces: z.array(RpcNamespaceOptions.extend({ name: z.string().regex(/^[-a-zA-Z0-9_.]{2,}$/) })).default([]),
  namespace_boundary: unsupported(':'),
})
