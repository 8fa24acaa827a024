// What a server said to the clients of a conversation, in words that are the same on every server: ids and epochs are replaced by
// their order, times and versions left out. Used by the differential run.

export type Words = Record<string, unknown>

export type Heard = {
  /** Its id there, once connected. */
  client: string
  replies: { reply: Words; channel: string }[]
  /** How it ended; empty while it goes on. */
  end: string
}

type Names = { clients: Map<string, string>; epochs: Map<string, string[]> }

/**
 * For every client its replies in their order, what it heard of each channel in its order, and its end. How the one lies between the
 * other is not said by the protocol.
 */
export function inWords(all: readonly Heard[], answers: readonly Words[]): string[] {
  const names: Names = { clients: new Map(), epochs: new Map() }
  for (const { client } of all) if (client !== '') names.clients.set(client, `client ${names.clients.size + 1}`)
  const ofClients = all.flatMap(({ replies, end }, index) => {
    const lists = new Map<string, string[]>()
    const add = (list: string, words: string) => lists.set(list, [...(lists.get(list) ?? []), words])
    for (const { reply, channel } of replies) {
      const push = reply['push'] as Words | undefined
      const words = JSON.stringify(plain(reply, names, '', channel))
      if (!push) add('replies', words)
      if (!push && Object.hasOwn(reply, 'subscribe')) add(channel, 'subscribed')
      if (push)
        add(
          `${String(push['channel'])}${Object.hasOwn(push, 'join') || Object.hasOwn(push, 'leave') ? ' who' : ''}`,
          words,
        )
    }
    const sorted = [...lists].toSorted(([one], [other]) => (one < other ? -1 : 1))
    return [...sorted.flatMap(([list, words]) => words.map((text) => `${index} ${list} ${text}`)), `${index} ${end}`]
  })
  return [
    ...ofClients,
    ...answers.map((answer) => `api ${JSON.stringify(plain(answer, names, '', String(answer['of'] ?? '')))}`),
  ]
}

function plain(value: unknown, names: Names, name: string, channel: string): unknown {
  if (value instanceof Uint8Array) return plain(parsed(new TextDecoder().decode(value)), names, name, channel)
  if (Array.isArray(value)) return value.map((item) => plain(item, names, name, channel))
  if (typeof value === 'object' && value !== null) return plainObject(value as Words, names, channel)
  if (name === 'ttl' && typeof value === 'number') return Math.round(value / 100)
  if (typeof value !== 'string') return value
  if (name === 'epoch') return nameOfEpoch(value, names, channel)
  if (name === 'session') return 'session'
  return name === 'client' ? (names.clients.get(value) ?? value) : value
}

function plainObject(words: Words, names: Names, channel: string): unknown {
  // A large number of the protobuf library.
  if ('low' in words && 'high' in words) return Number(words['low'])
  const where = typeof words['channel'] === 'string' ? words['channel'] : channel
  const members = Object.entries(words).filter(([key]) => !leftOut.has(key))
  return Object.fromEntries(
    members
      .map(
        ([key, value]) =>
          [names.clients.get(key) ?? key, plain(value, names, key, key.includes(':') ? key : where)] as const,
      )
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

function nameOfEpoch(epoch: string, { epochs }: Names, channel: string): string {
  if (epoch === '') return ''
  const known = epochs.get(channel) ?? []
  if (!known.includes(epoch)) known.push(epoch)
  epochs.set(channel, known)
  return `epoch ${known.indexOf(epoch) + 1}`
}

const leftOut = new Set(['version', 'node', 'time'])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
