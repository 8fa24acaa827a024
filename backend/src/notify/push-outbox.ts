// Tells browsers by push notification that an emergency or a drill began, and that it is over: behind the request, over ordinary
// database connections and in a lane of its own, so that neither an alarm nor a message to a contact ever waits for it. Tried again for
// half an hour. Made by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import type { Seal } from '../seal.ts'
import { createLane } from './lane.ts'
import { newVapidKeys, type VapidKeys } from './push-crypto.ts'
import {
  dropSubscription,
  pushKeys,
  sealPushKeysAnew,
  queuePushes,
  settlePush,
  takePushes,
  type WaitingPush,
} from './push-queries.ts'
import { sendPush, type PushMessage } from './push-sender.ts'
import { pauseAfter } from './retry-schedule.ts'

type Options = {
  readonly db: Database
  /** For the private key. */
  readonly seal: Seal
  /** Whom the operators of push services may write to. */
  readonly subject: string
  readonly messageOf: (push: WaitingPush) => Promise<PushMessage | null>
  readonly log: FastifyBaseLogger
}
type PushOutbox = {
  readonly work: Repeated
  /** Made when first asked for. */
  readonly publicKey: () => Promise<string>
}

/** Push services answer quickly; thousands of browsers shall know within seconds. */
const atOnce = 20

export function createPushOutbox({ db, seal, subject, messageOf, log }: Options): PushOutbox {
  const make = () => {
    const { publicKey, privateKey } = newVapidKeys()
    return { publicKey, privateSealed: seal.seal(Buffer.from(privateKey)) }
  }
  const keysNow = async (): Promise<VapidKeys> => {
    const stored = await pushKeys(db, make)
    if (!stored) throw new Error('The keys for push notifications could not be made')
    return { publicKey: stored.publicKey, privateKey: seal.open(stored.privateSealed).toString() }
  }
  const deliver = async (push: WaitingPush): Promise<void> => {
    const message = await messageOf(push)
    if (message === null)
      return settlePush(db, push, { state: 'given_up', detail: 'There is nothing to tell any more.' })
    const { result, detail, retry, gone } = await sendPush(push, message, { keys: await keysNow(), subject })
    if (result !== 'failed') return settlePush(db, push, { state: 'sent', detail })
    if (gone) return dropSubscription(db, push.subscriptionId)
    const pauseMs = retry ? pauseAfter(push) : null
    await settlePush(db, push, pauseMs === null ? { state: 'given_up', detail } : { state: 'waiting', pauseMs, detail })
  }
  let isSealedAnew = false
  const lane = createLane({ atOnce, take: (most) => takePushes(db, most), deliver })
  const repeated = repeat({
    name: 'send-pushes',
    everyMs: 2000,
    log,
    whileFailing: 'Push notifications wait for the next turn.',
    async work() {
      if (!isSealedAnew) await sealPushKeysAnew(db, seal.anew)
      isSealedAnew = true
      await queuePushes(db)
      await lane.fill()
    },
  })
  return {
    work: {
      ...repeated,
      async stop() {
        await repeated.stop()
        await lane.stop()
      },
    },
    publicKey: async () => (await keysNow()).publicKey,
  }
}
