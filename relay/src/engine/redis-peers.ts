// Questions to the other nodes, over Redis: who is connected there, disconnect this user, and so on. Redis says how many nodes
// got a question, so that as many answers are waited for; a node that was killed is not counted.
import { z } from 'zod'
import type { Log } from '../log.ts'
import type { Peers } from './engine.ts'
import type { RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'

/** Milliseconds. A node that is stopped or overloaded does not hold up the others for longer. */
const answerWithin = 3_000

const Message = z.union([
  z.object({ id: z.number(), from: z.string(), question: z.string(), details: z.string() }),
  /** Null when that node could not do it. */
  z.object({ id: z.number(), answer: z.string().nullable() }),
])
type Question = Extract<z.infer<typeof Message>, { question: string }>

export function createRedisPeers(connection: RedisConnection, keys: RedisKeys, uid: string, log: Log) {
  const waiting = new Map<number, { answers: (string | null)[]; wake: () => void }>()
  let lastId = 0
  let serve: (question: string, details: string) => Promise<string> = async () => '{}'

  const publish = async (channel: string, message: z.infer<typeof Message>) =>
    Number(await connection.send('PUBLISH', [channel, JSON.stringify(message)]))

  async function ask(question: string, details: string): Promise<string[]> {
    const id = ++lastId
    const { promise: changed, resolve: wake } = Promise.withResolvers<void>()
    const answers: (string | null)[] = []
    waiting.set(id, { answers, wake: () => answers.length === expected && wake() })
    let expected = Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      // This node is one of those that get it.
      expected = (await publish(keys.control, { id, from: uid, question, details })) - 1
      timer = setTimeout(wake, answerWithin)
      if (answers.length < expected) await changed
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
    const given = answers.filter((answer) => answer !== null)
    if (given.length < expected) log.warn({ question, nodes: expected, answers: given.length }, 'a node did not answer')
    return given
  }

  async function reply({ id, from, question, details }: Question): Promise<void> {
    const answer = await serve(question, details).catch((error: unknown) => {
      log.error({ error: String(error), question }, 'a question of another node failed')
      return null
    })
    // Messages to one node have no number and no answer.
    if (id > 0) await publish(keys.node(from), { id, answer })
  }

  const peers: Peers = {
    ask,
    send: async (node, message, details) =>
      (await publish(keys.node(node), { id: 0, from: uid, question: message, details })) > 0,
    serve(answer) {
      serve = answer
    },
    async count() {
      const [, nodes] = (await connection.send('PUBSUB', ['NUMSUB', keys.control])) as [string, number]
      return nodes
    },
  }

  return {
    peers,
    receive(text: string): void {
      const message = Message.parse(JSON.parse(text))
      if ('answer' in message) {
        const question = waiting.get(message.id)
        question?.answers.push(message.answer)
        question?.wake()
      } else if (message.from !== uid || message.id === 0) {
        // The node that asked may be gone, or Redis.
        reply(message).catch(() => {})
      }
    },
  }
}
