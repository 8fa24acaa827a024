// Generated conversations with the relay and with a real Centrifugo at the same time: whatever is answered otherwise is a difference that
// is mended, or listed in docs/relay-swap.md and held by `conversations.test.ts`. A failure names the seed; DIFFERENTIAL_SEEDS=41-41 repeats it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import config from './config.json' with { type: 'json' }
import { aConversation, lastEpoch, type Step } from './generated-conversations.ts'
import { inWords, type Words } from './same-words.ts'
import { apiKey, serversWith, type WireServer } from './servers.ts'
import { aTalker, type Talker } from './talkers.ts'

const { namespaces } = config.channel
const more = [
  {
    name: 'open',
    allow_subscribe_for_client: true,
    allow_subscribe_for_anonymous: true,
    allow_publish_for_client: true,
    allow_publish_for_anonymous: true,
    allow_history_for_client: true,
    allow_presence_for_client: true,
    presence: true,
    history_size: 3,
    history_ttl: '60s',
  },
  {
    name: 'mine',
    allow_user_limited_channels: true,
    presence: true,
    history_size: 5,
    history_ttl: '60s',
    allow_recovery: true,
    allow_positioning: true,
  },
  { name: 'given', presence: true, join_leave: true, history_size: 5, history_ttl: '60s', force_recovery: true },
  {
    name: 'strict',
    allow_subscribe_for_client: true,
    channel_regex: '^[0-9-]+$',
    allow_publish_for_subscriber: true,
    publication_data_format: 'json_object',
  },
]
const kinds = serversWith({ ...config, channel: { ...config.channel, namespaces: [...namespaces, ...more] } })

const [from = 1, to = from + 39] = (process.env['DIFFERENTIAL_SEEDS'] ?? '1').split('-').map(Number)
const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** One server's side of a conversation. */
function aSide({ base }: WireServer) {
  const talkers: Talker[] = []
  const answers: Words[] = []
  const heard = () => talkers.map((talker) => talker.heard)

  const epochOf = (channel: string): string => {
    const told = heard()
      .flatMap(({ replies }) => replies)
      .filter((reply) => reply.channel === channel)
    const epochs = told.map(({ reply }) => ((reply['subscribe'] ?? reply['history']) as Words | undefined)?.['epoch'])
    return String(epochs.findLast((epoch) => epoch !== undefined) ?? '')
  }
  const filled = (value: unknown, channel = ''): unknown => {
    if (value === lastEpoch) return epochOf(channel)
    if (Array.isArray(value)) return value.map((item) => filled(item, channel))
    if (typeof value !== 'object' || value === null) return value
    const where = 'channel' in value ? String(value.channel) : channel
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, filled(item, name.includes(':') ? name : where)]),
    )
  }

  async function say(talker: Talker | undefined, commands: Words[], frame: string | Words[]): Promise<void> {
    if (!talker?.isConnected()) return
    talker.say(frame)
    const ids = commands.filter((command) => !('send' in command)).map(({ id }) => Number(id))
    await eventually(() => ids.every((id) => talker.hasAnswered(id)), 10_000)
  }

  async function take(step: Step): Promise<void> {
    if (step.kind === 'open') {
      const commands = filled(step.commands) as Words[]
      const talker = aTalker(base, step.way, commands)
      talkers.push(talker)
      await eventually(
        () => commands.every((command) => 'send' in command || talker.hasAnswered(Number(command['id']))),
        5_000,
      )
      // Whoever was refused would be closed some time later.
      if (!talker.isConnected()) talker.leave()
    } else if (step.kind === 'api') {
      const body = JSON.stringify(filled(step.params))
      const response = await fetch(`${base}/api/${step.method}`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
        body,
      })
      const answer = response.status === 200 ? ((await response.json()) as Words) : { status: response.status }
      answers.push({ of: step.params['channel'], ...answer })
    } else {
      const talker = talkers[step.who]
      if (step.kind === 'leave') talker?.leave()
      else if (step.kind === 'frame') await say(talker, [], step.text)
      else await say(talker, step.commands, filled(step.commands) as Words[])
    }
    const fences = talkers.map((talker) => ({ talker, id: talker.fence() }))
    await eventually(() => fences.every(({ talker, id }) => id === 0 || talker.hasAnswered(id)), 10_000)
  }

  return { take, words: () => inWords(heard(), answers), leave: () => talkers.forEach((talker) => talker.leave()) }
}

const isMissing = kinds.some((kind) => kind.isMissing)
if (isMissing) console.warn('Generated conversations are not compared: CENTRIFUGO_BIN is not set.')

describe.skipIf(isMissing)('the relay and Centrifugo', () => {
  let servers: WireServer[] = []
  beforeAll(async () => {
    servers = await Promise.all(kinds.map(({ start }) => start()))
  })
  afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

  it.each(seeds)('say the same in conversation %i', { timeout: 120_000 }, async (seed) => {
    const sides = servers.map(aSide)
    try {
      for (const step of aConversation(seed)) {
        const said = await Promise.allSettled(sides.map((side) => side.take(step)))
        // Joins and leaves come a little later.
        const isSame = () => new Set(sides.map((side) => side.words().join('\n'))).size === 1
        const isAlike = await eventually(isSame, 10_000).catch(() => false)
        if (isAlike && said.every(({ status }) => status === 'fulfilled')) continue
        const [relay, centrifugo] = sides.map((side) => side.words())
        const outcome = (words: string[] | undefined, states: string[]) => ({ after: step, words, states })
        const states = said.map(({ status }) => status)
        expect(outcome(relay, states)).toEqual(outcome(centrifugo, ['fulfilled', 'fulfilled']))
      }
    } finally {
      for (const side of sides) side.leave()
    }
  })
})
