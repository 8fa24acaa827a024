// What is typed into a receiver, kind by kind: the exact lines, with the address of this site and the key once it is known
// (docs/receivers.md). Pure; shown by ConnectReceivers.vue.
import type { ReceiverConnection } from '@rollcall/contracts/domains/receivers'
import { t } from './texts.ts'

export const receiverKinds = ['minew', 'reelyactive', 'mqtt', 'curl'] as const
export type ReceiverKind = (typeof receiverKinds)[number]

export const kindNames: Readonly<Record<ReceiverKind, string>> = {
  get minew() {
    return t('minewGatewayHTTP')
  },
  reelyactive: 'reelyActive (HTTP)',
  get mqtt() {
    return t('anyThroughAnMQTTBroker')
  },
  get curl() {
    return t('somethingElseOrATryByHand')
  },
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
  const local = t('thisAddressIsReachedFrom')
  return { ...advice, notes: [...advice.notes, local] }
}

const bearer = (key: string): ConnectLine => ({ label: t('header'), text: `Authorization: Bearer ${key}` })
const addressFor = ({ addresses: [first = ''] }: ReceiverConnection, format: string): ConnectLine => ({
  label: t('addressURL'),
  text: `${first}/${format}`,
})
const isBattery = () => t('dynambTells')

const advices: Readonly<Record<ReceiverKind, (connection: ReceiverConnection, key: string) => ConnectAdvice>> = {
  minew: (connection, key) => ({
    lines: [addressFor(connection, 'minew'), bearer(key), { label: t('uploadFormat'), text: 'JSON-LONG' }],
    notes: [t('onThePageOfTheGateway'), t('setItsTimeServerSoThatIts')],
  }),
  reelyactive: (connection, key) => ({
    lines: [
      addressFor(connection, 'raddec'),
      { label: t('addressForBatteries'), text: addressFor(connection, 'dynamb').text },
      bearer(key),
      { label: t('contentType'), text: 'application/json' },
    ],
    notes: [t('eachRequestIsOneRaddecAs'), isBattery()],
  }),
  mqtt: ({ mqtt }) =>
    mqtt === null
      ? { lines: [], notes: [t('noBrokerIsSetSetMQTTURLOn')] }
      : {
          lines: [
            { label: t('broker'), text: mqtt.broker },
            ...mqtt.topics.map(({ topic, format }) => ({
              label: t('topicForFormat', { format }),
              text: publishable(topic),
            })),
          ],
          notes: [t('userAndPasswordAreThose'), isBattery()],
        },
  curl: (connection, key) => ({
    lines: [
      { label: t('tryItInATerminal'), text: tryOut(addressFor(connection, 'raddec').text, key) },
      addressFor(connection, 'raddec'),
      bearer(key),
    ],
    notes: [t('theReceiverAc233fC00001')],
  }),
}

/** A wildcard is for whoever listens; a receiver names itself. */
const publishable = (topic: string) => topic.replace(/#$/, 'NAME_OF_RECEIVER').replaceAll('+', 'NAME_OF_RECEIVER')

function tryOut(address: string, key: string): string {
  const raddec = `{"transmitterId":"ac233f264a2b","transmitterIdType":2,"timestamp":'$(date +%s)'000,"rssiSignature":[{"receiverId":"ac233fc00001","receiverIdType":2,"rssi":-63}],"packets":[]}`
  return `curl -X POST ${address} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${raddec}'`
}
