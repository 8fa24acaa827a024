// The same formats from an MQTT broker (rules 12), when MQTT_URL is set: subscribes by topic, reconnects by itself, keeps nothing.
// A message that finds no room is dropped and counted: a reading that waited in a broker is worth nothing. Started by start-ingest.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { MqttClient } from 'mqtt'
import type { FormatName } from './formats.ts'
import { type Incoming, type Intake, mostPerBatch } from './intake.ts'

export interface MqttSettings {
  /** `mqtt://` or `mqtts://`, with user and password when the broker asks for them. */
  url: string
  /** Topic filters by format. */
  topics: Readonly<Record<string, FormatName>>
}

export interface MqttCounters {
  /** Messages that were too large or no JSON. */
  unreadable: number
}

interface MqttOptions extends MqttSettings {
  intake: Intake
  counters: MqttCounters
  /** Several backends take from this broker: each message goes to one of them. */
  isShared?: boolean
  log: FastifyBaseLogger
  reconnectMs?: number
}

export interface MqttIntake {
  stop(): Promise<void>
}

/** Returns at once; a broker that is away is waited for. */
export async function startMqttIntake(options: MqttOptions): Promise<MqttIntake> {
  const { url, topics, log, counters, isShared = false, reconnectMs = 2000 } = options
  const filters = Object.keys(topics).map((topic) => (isShared ? `$share/rollcall/${topic}` : topic))
  // Only sites with a broker pay for it.
  const { connect } = await import('mqtt')
  const client = connect(url, {
    // What a broker holds for us while we are away would be old.
    clean: true,
    resubscribe: false,
    connectTimeout: 10_000,
    keepalive: 30,
    reconnectPeriod: reconnectMs,
    // A broker may come up before it knows its users.
    reconnectOnConnackError: true,
  })
  logState(client, log)
  client.on('connect', () => {
    client.subscribe(filters, { qos: 1 }, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos > 2).map(({ topic }) => topic) ?? []
      // When the connection went meanwhile, the next one tries again.
      if (refused.length > 0 || (error && client.connected))
        log.error({ code: 'mqtt_subscription_refused', err: error, refused }, 'The broker refuses a subscription.')
    })
  })
  const formatOf = createTopicMatch(topics)
  const take = async (incoming: Incoming) => {
    const taken = await options.intake.take(incoming)
    if (taken === 'too_many' || taken === 'malformed') counters.unreadable++
  }
  client.on('message', (topic, bytes) => {
    const format = formatOf(topic)
    if (format === null) return
    if (bytes.length > mostPerBatch.bytes) counters.unreadable++
    else void take({ format, bytes, sender: null, batchId: null })
  })
  return { stop: () => client.endAsync(true).catch(() => undefined) }
}

/** One line when the broker goes and one when it comes. */
function logState(client: MqttClient, log: FastifyBaseLogger): void {
  let isUp: boolean | null = null
  const down = (reason: string) => {
    if (isUp !== false) log.warn({ code: 'mqtt_down', reason }, 'The MQTT broker is not reachable; it is tried again.')
    isUp = false
  }
  client.on('connect', () => {
    log.info({ code: 'mqtt_up' }, 'Readings are taken from the MQTT broker.')
    isUp = true
  })
  client.on('error', (error) => down(error.message))
  client.on('close', () => down('closed'))
}

/** Finds the format of a topic among filters with the wildcards `+` and `#`. */
export function createTopicMatch(topics: Readonly<Record<string, FormatName>>): (topic: string) => FormatName | null {
  const filters = Object.entries(topics).map(([filter, format]) => ({ parts: filter.split('/'), format }))
  return (topic) => {
    const levels = topic.split('/')
    return filters.find(({ parts }) => matches(parts, levels))?.format ?? null
  }
}

function matches(parts: readonly string[], levels: readonly string[]): boolean {
  const isOpen = parts.at(-1) === '#'
  const fixed = isOpen ? parts.slice(0, -1) : parts
  if (isOpen ? levels.length < fixed.length : levels.length !== fixed.length) return false
  return fixed.every((part, i) => part === '+' || part === levels[i])
}
