// Where receivers hand in what they heard, and by which key: for the page that connects them (docs/receivers.md). Made by server.ts.
import type { ReceiverConnection } from '@rollcall/contracts/domains/receivers'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import { formatNames } from '../../ingest/formats.ts'

export type ConnectionSettings = Pick<Config, 'publicUrl' | 'port' | 'ingestListener' | 'mqtt' | 'ingestKeys'>

export type ReceiverDoor = {
  readonly connection: z.infer<typeof ReceiverConnection>
  /** Speaks for every receiver; null: none is set. */
  readonly sharedKey: string | null
}

export function receiverDoor({ publicUrl, port, ingestListener, mqtt, ingestKeys }: ConnectionSettings): ReceiverDoor {
  const { hostname } = new URL(publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const addresses = [
    // Without a proxy the backend is reached on its own port, and from this machine only.
    isLocal ? `http://127.0.0.1:${port}/ingest` : `${publicUrl}/ingest`,
    ...(ingestListener ? [`http://${hostname}:${ingestListener.port}/ingest`] : []),
  ]
  return {
    connection: {
      addresses,
      thisMachineOnly: isLocal && !ingestListener,
      formats: [...formatNames],
      mqtt: mqtt && { broker: withoutAccount(mqtt.url), topics: topicsOf(mqtt.topics) },
    },
    sharedKey: ingestKeys[0] ?? null,
  }
}

const topicsOf = (topics: NonNullable<Config['mqtt']>['topics']) =>
  Object.entries(topics).map(([topic, format]) => ({ topic, format }))

/** The account of the backend at the broker is not that of a receiver. */
function withoutAccount(url: string): string {
  const broker = new URL(url)
  broker.username = ''
  broker.password = ''
  return broker.href
}
