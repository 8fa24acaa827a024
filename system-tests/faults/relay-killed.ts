// Proof of the relay's return: official clients of a relay that is killed and started again on its port, half of them with the
// pauses of the product's page and half with the client's own. In memory they are told that what they missed is gone, on Redis they
// get all of it. Called by relay-at-scale.test.ts; the suite has a small version.
import { setTimeout as sleep } from 'node:timers/promises'
import { Centrifuge, type SubscribedContext } from 'centrifuge'
import { WebSocket } from 'ws'
import { freePort } from '@rollcall/bench/measuring/free-ports'
import { start, type MeasuredProcess } from '@rollcall/bench/measuring/measured-process'
import { median } from '@rollcall/bench/measuring/numbers'
import { ensureProgram } from '@rollcall/bench/measuring/programs'
import { relayToken } from '@rollcall/bench/measuring/product-processes'
import { ours } from '@rollcall/bench/relay/relays'
import { publishTo } from './relay-api.ts'
import type { Goal } from '@rollcall/bench/measuring/report'

/** Milliseconds. A service manager waits two seconds before it starts what was killed. */
const killed = { clients: 2000, isAwayFor: 2000, patience: 30_000 }

const pagePauses = { minReconnectDelay: 300, maxReconnectDelay: 8000 }
const ownPauses = {}

const channels = ['event:kills', 'floor:kills'] as const
/** `event` keeps all publications, `floor` the newest. */
const missed = ['missed 1', 'missed 2', 'missed 3']
const whole = { event: ['before', ...missed, 'after'], floor: ['before', 'missed 3', 'after'] }
const interrupted = ['before', 'after']

type Received = { readonly data: string[]; readonly subscribed: SubscribedContext[]; backAt: number }
type Follower = { readonly client: Centrifuge; readonly event: Received; readonly floor: Received }

/** What the clients learned, by engine. */
type Return = { readonly engine: string; readonly seconds: readonly number[]; readonly right: number }

export async function itIsKilled(): Promise<Goal[]> {
  const returns = [await inMemory()]
  const missing = ensureProgram('redis-server', 'redis-server')
  if (missing === null) returns.push(await onRedis())
  else console.log(`The proof on Redis is left out: ${missing}`)
  return returns.flatMap(({ engine, seconds, right }) => {
    const last = Math.max(...seconds)
    console.log(
      `${engine}: of ${killed.clients.toLocaleString('en')} clients half were back ${median([...seconds]).toFixed(1)} s after the kill, ` +
        `the last after ${last.toFixed(1)} s; ${right} know exactly what they missed.`,
    )
    return [
      { says: `${engine}: seconds from the kill until the last client is back`, measured: last, atMost: 10 },
      { says: `${engine}: clients that know exactly what they missed`, measured: right, atLeast: killed.clients },
    ]
  })
}

async function inMemory(): Promise<Return> {
  const relay = await ours()
  const followers = await gather(relay)
  await publish(relay, 'before')
  const { again, seconds } = await killAndStart(relay, followers)
  await publish(again, 'after')
  await untilAll(followers, hasReceivedTheLast)
  await disperse(followers, again)
  const knowsTheGap = ({ data, subscribed }: Received) =>
    String(data) === String(interrupted) && subscribed[1]?.wasRecovering === true && !subscribed[1].recovered
  return {
    engine: 'in memory',
    seconds,
    right: followers.filter(({ event, floor }) => [event, floor].every(knowsTheGap)).length,
  }
}

/** Another node lives on and publishes meanwhile. */
async function onRedis(): Promise<Return> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = await start({ program: 'redis-server', args, side: 'load', port })
  const environment = { REDIS_URL: `redis://127.0.0.1:${port}` }
  const [relay, other] = [await ours(environment), await ours(environment)]
  const followers = await gather(relay)
  await publish(other, 'before')
  const { again, seconds } = await killAndStart(relay, followers, environment, async () => {
    for (const data of missed) await publish(other, data)
  })
  await publish(other, 'after')
  await untilAll(followers, hasReceivedTheLast)
  await disperse(followers, again, other, redis)
  const hasAll = ({ event, floor }: Follower) =>
    String(event.data) === String(whole.event) && String(floor.data) === String(whole.floor)
  const knowsTheGap = ({ event, floor }: Follower) => [event, floor].every(({ subscribed }) => subscribed[1]?.recovered)
  return { engine: 'on Redis', seconds, right: followers.filter((one) => hasAll(one) && knowsTheGap(one)).length }
}

async function gather({ port }: MeasuredProcess): Promise<Follower[]> {
  const followers = Array.from({ length: killed.clients }, (_, at): Follower => {
    const pauses = at % 2 === 0 ? pagePauses : ownPauses
    const client = new Centrifuge(`ws://127.0.0.1:${port}/connection/websocket`, {
      websocket: WebSocket,
      token: relayToken(`follower-${at}`),
      ...pauses,
    })
    const [event, floor] = channels.map((channel) => listen(client, channel)) as [Received, Received]
    client.connect()
    return { client, event, floor }
  })
  await untilAll(followers, ({ subscribed }) => subscribed.length === 1)
  return followers
}

function listen(client: Centrifuge, channel: string): Received {
  const received: Received = { data: [], subscribed: [], backAt: Number.NaN }
  const subscription = client.newSubscription(channel)
  subscription.on('publication', ({ data }) => received.data.push(data as string))
  subscription.on('subscribed', (context) => {
    received.subscribed.push(context)
    received.backAt = performance.now()
  })
  subscription.subscribe()
  return received
}

async function killAndStart(
  relay: MeasuredProcess,
  followers: readonly Follower[],
  environment: Readonly<Record<string, string>> = {},
  meanwhile = async () => {},
): Promise<{ again: MeasuredProcess; seconds: number[] }> {
  await untilAll(followers, ({ data }) => data.length === 1)
  const killedAt = performance.now()
  process.kill(relay.pid, 'SIGKILL')
  await relay.stop()
  await Promise.all([meanwhile(), sleep(killed.isAwayFor)])
  const again = await ours({ ...environment, RELAY_PORT: String(relay.port) })
  await untilAll(followers, ({ subscribed }) => subscribed.length === 2)
  return {
    again,
    seconds: followers.map(({ event, floor }) => (Math.max(event.backAt, floor.backAt) - killedAt) / 1000),
  }
}

async function publish(relay: MeasuredProcess, data: string): Promise<void> {
  for (const channel of channels) await publishTo(relay, channel, data)
}

const hasReceivedTheLast = ({ data }: Received) => data.at(-1) === 'after'

async function untilAll(followers: readonly Follower[], holds: (received: Received) => boolean): Promise<void> {
  const deadline = performance.now() + killed.patience
  const late = () => followers.filter(({ event, floor }) => !holds(event) || !holds(floor)).length
  while (late() > 0) {
    if (performance.now() > deadline) throw new Error(`${late()} clients are not where they should be.`)
    await sleep(20)
  }
}

async function disperse(followers: readonly Follower[], ...processes: readonly MeasuredProcess[]): Promise<void> {
  for (const { client } of followers) client.disconnect()
  await Promise.all(processes.map((one) => one.stop()))
}
