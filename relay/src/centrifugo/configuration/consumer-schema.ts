// The section `consumers` of a configuration file, under Centrifugo's names: an outbox in PostgreSQL. Other kinds are refused when they
// are switched on. Used by the schema of the whole file.
import { z } from 'zod'
import type { OutboxSettings } from '../consumers/outbox-settings.ts'
import { unsupported } from './unsupported.ts'
import { Duration, tlsOf, TlsOptions } from './value-forms.ts'

const Address = z
  .string()
  .regex(/^(postgres(ql)?:\/\/\S+)?$/, 'must be an address such as postgres://user@host/database')

const Outbox = z.strictObject({
  dsn: Address.default(''),
  // It becomes part of statements.
  outbox_table_name: z
    .string()
    .regex(/^([a-zA-Z_]\w*(\.[a-zA-Z_]\w*)?)?$/, 'must be the name of a table')
    .default(''),
  num_partitions: z.int().min(0).max(1000).default(1),
  partition_select_limit: z.int().min(0).max(10_000).default(100),
  partition_poll_interval: Duration.default(0.3),
  partition_notification_channel: z.string().default(''),
  // For a pooler between, through which notifications do not come.
  partition_notification_dsn: Address.default(''),
  tls: TlsOptions,
  use_try_lock: z.boolean().default(false),
})

/** The others that are switched off mean nothing. */
export const Consumer = z.union([
  z.looseObject({ name: z.string().optional(), enabled: z.literal(false).default(false) }),
  z.looseObject({
    name: z.string().regex(/^[a-zA-Z0-9_]{2,}$/),
    enabled: z.literal(true),
    type: unsupported('postgresql'),
    postgresql: Outbox.refine((options) => options.dsn !== '' && options.outbox_table_name !== '', {
      message: 'needs dsn and outbox_table_name',
    }),
  }),
])

type ConsumerContent = z.infer<typeof Consumer>

/** Those that are switched on. */
export function outboxesOf(consumers: readonly ConsumerContent[]): OutboxSettings[] {
  return consumers.flatMap((consumer) => {
    if (!consumer.enabled) return []
    const { name, postgresql: options } = consumer
    return [
      {
        name,
        address: options.dsn,
        table: options.outbox_table_name,
        partitions: options.num_partitions || 1,
        mostRows: options.partition_select_limit || 100,
        pollInterval: (options.partition_poll_interval || 0.3) * 1000,
        notificationChannel: options.partition_notification_channel,
        notificationAddress: options.partition_notification_dsn || options.dsn,
        tls: tlsOf(options.tls),
        givesWay: options.use_try_lock,
      },
    ]
  })
}
