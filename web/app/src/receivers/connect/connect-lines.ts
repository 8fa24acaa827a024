// What is typed into a receiver, kind by kind: the exact lines, with the address of this site and the key once it is known
// (docs/receivers.md). Pure; shown by ConnectReceivers.vue.
import type { ReceiverConnection } from '@rollcall/contracts/domains/receivers'

export const receiverKinds = ['minew', 'reelyactive', 'mqtt', 'curl'] as const
export type ReceiverKind = (typeof receiverKinds)[number]

export const kindNames: Readonly<Record<ReceiverKind, string>> = {
  minew: 'Minew gateway (HTTP)',
  reelyactive: 'reelyActive (HTTP)',
  mqtt: 'Any, through an MQTT broker',
  curl: 'Something else, or a try by hand',
}

export type ConnectLine = { readonly label: string; readonly text: string }
export type ConnectAdvice = {
  readonly lines: readonly ConnectLine[]
  /** What to know beside them. */
  readonly notes: readonly string[]
}

/** Stands where the key goes until it is shown. */
export const noKeyYet = 'YOUR_KEY'

export function connectAdvice(kind: ReceiverKind, connection: ReceiverConnection, key: string | null): ConnectAdvice {
  const advice = advices[kind](connection, key ?? noKeyYet)
  if (!connection.thisMachineOnly || kind === 'mqtt') return advice
  const local =
    'This address is reached from this machine only. Put the reverse proxy of the installation guide in front, or set INGEST_PORT, and the address here changes.'
  return { ...advice, notes: [...advice.notes, local] }
}

const bearer = (key: string): ConnectLine => ({ label: 'Header', text: `Authorization: Bearer ${key}` })
const addressFor = ({ addresses: [first = ''] }: ReceiverConnection, format: string): ConnectLine => ({
  label: 'Address (URL)',
  text: `${first}/${format}`,
})
const isBattery = 'dynamb tells how full batteries are; it gives no positions.'

const advices: Readonly<Record<ReceiverKind, (connection: ReceiverConnection, key: string) => ConnectAdvice>> = {
  minew: (connection, key) => ({
    lines: [addressFor(connection, 'minew'), bearer(key), { label: 'Upload format', text: 'JSON-LONG' }],
    notes: [
      'On the page of the gateway choose HTTP as the service and an upload interval of one second.',
      'Set its time server, so that its clock is in step.',
    ],
  }),
  reelyactive: (connection, key) => ({
    lines: [
      addressFor(connection, 'raddec'),
      { label: 'Address for batteries', text: addressFor(connection, 'dynamb').text },
      bearer(key),
      { label: 'Content type', text: 'application/json' },
    ],
    notes: ['Each request is one raddec as JSON, or an array of up to 1,000.', isBattery],
  }),
  mqtt: ({ mqtt }) =>
    mqtt === null
      ? { lines: [], notes: ['No broker is set. Set MQTT_URL on the server, and its topics appear here.'] }
      : {
          lines: [
            { label: 'Broker', text: mqtt.broker },
            ...mqtt.topics.map(({ topic, format }) => ({ label: `Topic for ${format}`, text: publishable(topic) })),
          ],
          notes: [
            'User and password are those that you gave the receiver in the broker; no key of Rollcall is needed.',
            isBattery,
          ],
        },
  curl: (connection, key) => ({
    lines: [
      { label: 'Try it in a terminal', text: tryOut(addressFor(connection, 'raddec').text, key) },
      addressFor(connection, 'raddec'),
      bearer(key),
    ],
    notes: ['The receiver ac:23:3f:c0:00:01 then appears below as heard.'],
  }),
}

/** A wildcard is for whoever listens; a receiver names itself. */
const publishable = (topic: string) => topic.replace(/#$/, 'NAME_OF_RECEIVER').replaceAll('+', 'NAME_OF_RECEIVER')

function tryOut(address: string, key: string): string {
  const raddec = `{"transmitterId":"ac233f264a2b","transmitterIdType":2,"timestamp":'$(date +%s)'000,"rssiSignature":[{"receiverId":"ac233fc00001","receiverIdType":2,"rssi":-63}],"packets":[]}`
  return `curl -X POST ${address} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${raddec}'`
}
