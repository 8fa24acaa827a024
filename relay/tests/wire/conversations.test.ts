// Frames and API requests that no well-behaved client sends, and what comes back: first those that the relay and Centrifugo answer
// alike, then every known difference with both answers, which `docs/relay-swap.md` lists.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { aName, apiKey, aWireToken, servers, type WireServer } from './servers.ts'

type Talk = [name: string, frame: string | Buffer, relay: string, centrifugo?: string]

const json = JSON.stringify
const subscribe = (id: number, channel: unknown, more: object = {}) => json({ id, subscribe: { channel, ...more } })
const subscribed = `${subscribe(2, 'room:odd')}\n`

const map = { type: 1, phase: 2 }
const keyed = (more: object) => json({ id: 3, publish: { channel: 'people:odd', type: 1, data: 1, ...more } })

/** Without a third answer, Centrifugo's is the same. */
const talks: Talk[] = [
  ['a line feed at the end', `${subscribe(2, 'global:1')}\n`, '2 subscribe'],
  ['carriage returns', `${subscribe(2, 'global:1')}\r\n${subscribe(3, 'global:2')}`, '2 subscribe, 3 subscribe'],
  ['a space before', `  ${subscribe(2, 'global:1')}`, '2 subscribe'],
  ['two objects without a line feed', subscribe(2, 'global:1') + subscribe(3, 'global:2'), '2 subscribe'],
  ['something after an object', `${subscribe(2, 'global:1')}xyz`, '2 subscribe'],
  ['text in a binary frame', Buffer.from(subscribe(2, 'global:1')), '2 subscribe'],
  ['an unknown member', '{"id":2,"foo":1,"subscribe":{"channel":"global:1","bar":1}}', '2 subscribe'],
  ['an id that is text', '{"id":"2","rpc":{}}', 'closed 3501'],
  ['an id below zero', '{"id":-1,"rpc":{}}', 'closed 3501'],
  ['a request that is null', '{"id":2,"subscribe":null}', 'closed 3501'],
  ['a list', '[]', 'closed 3501'],
  ['an empty frame', '', 'closed 3501'],
  ['a pong that nobody asked for', '{}', 'closed 3501'],
  ['a ping command', '{"id":2,"ping":{}}', 'closed 3501'],
  ['a message to the server', '{"send":{"data":{}}}', 'closed 3508'],
  ['a call', '{"id":2,"rpc":{"method":"x","data":{}}}', '2 error 108'],
  ['a second connect', json({ id: 2, connect: { token: '' } }), 'closed 3501'],
  ['a refresh without a token', '{"id":2,"refresh":{}}', 'closed 3501'],
  ['a channel without a namespace', subscribe(2, 'bare'), '2 error 103'],
  ['a channel whose namespace is empty', subscribe(2, ':x'), '2 error 103'],
  ['a channel of no namespace', subscribe(2, 'nope:1'), '2 error 102'],
  ['a private channel without a token', subscribe(2, '$global:1'), '2 error 103'],
  ['a channel of other letters', subscribe(2, 'global:é'), '2 error 107'],
  ['a long channel', subscribe(2, `global:${'x'.repeat(300)}`), '2 error 107'],
  ['a channel twice', `${subscribe(2, 'global:1')}\n${subscribe(3, 'global:1')}`, '2 subscribe, 3 error 105'],
  ['keyed state where there is none', subscribe(2, 'event:1', { type: 1 }), '2 error 103'],
  ['an unknown kind of patch', subscribe(2, 'event:1', { delta: 'zz' }), 'closed 3501'],
  ['a filter that is not allowed', subscribe(2, 'event:1', { tf: { key: 'a', cmp: 'eq', val: '1' } }), '2 error 107'],
  ['a broken filter', subscribe(2, 'tagged:1', { tf: { key: 'a', cmp: 'zz', val: '1' } }), '2 error 107'],
  ['presence where there is none', '{"id":2,"presence":{"channel":"global:1"}}', '2 error 108'],
  ['history where there is none', '{"id":2,"history":{"channel":"global:1"}}', '2 error 108'],
  ['publishing where that is not allowed', '{"id":2,"publish":{"channel":"global:1","data":1}}', '2 error 103'],
  ['publishing nothing', `${subscribed}{"id":3,"publish":{"channel":"room:odd"}}`, '2 subscribe, 3 error 107'],
  ['publishing null', `${subscribed}{"id":3,"publish":{"channel":"room:odd","data":null}}`, '2 subscribe, 3 publish'],
  ['all history', `${subscribed}{"id":3,"history":{"channel":"room:odd","limit":-5}}`, '2 subscribe, 3 history'],
  [
    'history backwards from the beginning',
    `${subscribed}{"id":3,"history":{"channel":"room:odd","limit":1,"reverse":true,"since":{}}}`,
    '2 subscribe, 3 error 107',
  ],
  ['a stream where there is a map', subscribe(2, 'people:1'), '2 error 103'],
  ['another kind of map', subscribe(2, 'people:1', { type: 2, phase: 2 }), '2 error 103'],
  ['a map that it may not see', subscribe(2, '$people:1', { type: 1, phase: 2 }), '2 error 103'],
  ['an unknown phase of a map', subscribe(2, 'people:1', { type: 1, phase: 7 }), '2 error 107'],
  ['a page of a map that was not begun', subscribe(2, 'people:1', { type: 1, phase: 2, cursor: 'a' }), '2 error 103'],
  ['changes of a map that was not begun', subscribe(2, 'people:1', { type: 1, phase: 1 }), '2 error 103'],
  ['changes that nobody keeps', subscribe(2, 'passing:1', { type: 1, phase: 1, recover: true }), '2 error 107'],
  ['changes of another time', subscribe(2, 'people:1', { type: 1, recover: true, epoch: 'zz' }), '2 error 112'],
  ['a map twice', `${subscribe(2, 'passing:1', map)}\n${subscribe(3, 'passing:1', map)}`, '2 subscribe, 3 error 105'],
  ['a key without a name', `${subscribe(2, 'people:odd', map)}\n${keyed({})}`, '2 subscribe, 3 error 107'],
  ['removing where that is not allowed', keyed({ key: 'a', removed: true }), '3 error 103'],
  ['a key where there is no map', keyed({ key: 'a', channel: 'global:1' }), '3 error 103'],
  ['history of a map', '{"id":2,"history":{"channel":"people:1"}}', '2 error 108'],
  ['leaving a channel that it was not in', '{"id":2,"unsubscribe":{"channel":"global:1"}}', '2 unsubscribe'],
  // What differs.
  ['an empty line', `${subscribe(2, 'global:1')}\n\n`, 'closed 3501', '2 subscribe, closed 3501'],
  ['an id such as 2.0', '{"id":2.0,"rpc":{}}', '2 error 108', 'closed 3501'],
  ['names in capitals', '{"ID":2,"SUBSCRIBE":{"CHANNEL":"global:1"}}', 'closed 3501', '2 subscribe'],
  ['a channel that is a number', subscribe(2, 5), '2 error 107', 'closed 3501'],
  ['an empty channel', subscribe(2, ''), '2 error 107', 'closed 3501'],
  ['leaving no channel', '{"id":2,"unsubscribe":{}}', '2 unsubscribe', 'closed 3501'],
  ['an option of another type', subscribe(2, 'event:1', { recover: 'yes' }), '2 subscribe', 'closed 3501'],
  ['a control character in a channel', subscribe(2, 'global:\u0001'), '2 error 107', '2 subscribe'],
  ['an unknown type of subscription', subscribe(2, 'event:1', { type: 9 }), '2 error 103', 'closed 3004'],
]

type Call = [name: string, method: string, body: string, relay: string, centrifugo?: string]

const calls: Call[] = [
  ['null', 'publish', '{"channel":"event:a","data":null}', 'result'],
  ['a channel of no namespace', 'unsubscribe', '{"user":"u9","channel":"nope:1"}', 'error 102'],
  ['no data', 'publish', '{"channel":"event:a"}', 'error 107'],
  ['no channel', 'publish', '{"channel":"","data":1}', 'error 107'],
  ['to no namespace', 'publish', '{"channel":"nope:1","data":1}', 'error 102'],
  ['a tag that is null', 'publish', '{"channel":"event:a","data":1,"tags":{"a":null}}', 'result'],
  ['two requests in one', 'publish', '{"channel":"event:a","data":1}{"channel":"event:a","data":2}', '400'],
  ['a list', 'publish', '[]', '400'],
  ['nothing', 'publish', '', '400'],
  ['to nobody', 'broadcast', '{"channels":[],"data":1}', 'error 107'],
  ['all history', 'history', '{"channel":"event:a","limit":-7}', 'result'],
  ['of another time', 'history', '{"channel":"event:a","since":{"offset":0,"epoch":"zz"},"limit":1}', 'error 112'],
  ['without history', 'history_remove', '{"channel":"global:1"}', 'error 108'],
  ['without presence', 'presence', '{"channel":"global:1"}', 'error 108'],
  ['to nobody', 'rpc', '{"method":"x"}', 'error 104'],
  ['without a method', 'rpc', '{}', 'error 107'],
  ['without a key', 'map_publish', '{"channel":"people:a","key":"","data":1}', 'error 107'],
  ['without a value', 'map_publish', '{"channel":"people:a","key":"a"}', 'result'],
  ['in an unknown way', 'map_publish', '{"channel":"people:a","key":"a","data":1,"key_mode":"zz"}', 'error 107'],
  ['to no map', 'map_publish', '{"channel":"event:a","key":"a","data":1}', 'error 107'],
  ['to no namespace', 'map_publish', '{"channel":"nope:a","key":"a","data":1}', 'error 102'],
  ['of no map', 'map_read_state', '{"channel":"event:a"}', 'error 107'],
  ['of another time', 'map_read_stream', '{"channel":"people:a","limit":1,"since_epoch":"zz"}', 'error 112'],
  ['a map', 'publish', '{"channel":"people:a","data":1}', 'error 107'],
  ['a map', 'history', '{"channel":"people:a"}', 'error 108'],
  ['an unknown one', 'nomethod', '{}', '404'],
  // What differs.
  ['a tag that is a number', 'publish', '{"channel":"event:a","data":1,"tags":{"a":1}}', 'error 107', '400'],
  ['a channel that is a number', 'publish', '{"channel":5,"data":1}', 'error 107', '400'],
  ['null instead of an object', 'publish', 'null', '400', 'error 107'],
  ['no user', 'disconnect', '{}', 'error 107', 'result'],
  ['a code for no client', 'disconnect', '{"user":"u9","disconnect":{"code":1}}', 'error 107', 'result'],
  [
    'a version that nobody keeps',
    'map_publish',
    '{"channel":"passing:a","key":"a","version":1}',
    'error 107',
    'error 100',
  ],
  [
    'backwards from the beginning',
    'history',
    '{"channel":"event:a","since":{"offset":0,"epoch":""},"reverse":true,"limit":1}',
    'error 107',
    'error 100',
  ],
  ['a broken pattern', 'channels', '{"pattern":"["}', 'error 107', 'error 100'],
]

describe.each(servers)('$server', ({ server: name, isMissing, start }) => {
  const isCentrifugo = name === 'Centrifugo'
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  describe.skipIf(isMissing)('in the wrong way', () => {
    // holds rules 7-12
    it.concurrent.each(talks)('hears %s', async (_, frame, relay, centrifugo = relay) => {
      expect(await answersTo(server, frame)).toBe(isCentrifugo ? centrifugo : relay)
    })

    it.concurrent('closes a client of protobuf that sends text', async () => {
      expect(await answersTo(server, 'hello', '?format=protobuf')).toBe('closed 3501')
    })

    it.concurrent.each(calls)('is asked by the API: %s, %s', async (...call) => {
      const [, method, body, relay, centrifugo = relay] = call
      expect(await answerOf(server, method, body)).toBe(isCentrifugo ? centrifugo : relay)
    })
  })
})

/** What a connected client is answered, in words. A last command shows that nothing more comes. */
function answersTo({ base }: WireServer, frame: string | Buffer, query = ''): Promise<string> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/connection/websocket${query}`)
  const answers: string[] = []
  socket.on('open', () => {
    if (query === '') socket.send(json({ id: 1, connect: { token: aWireToken({ sub: aName('odd') }) } }))
    socket.send(frame)
    socket.send('{"id":99,"unsubscribe":{"channel":"global:last"}}')
  })
  socket.on('message', (data) => {
    for (const line of String(data).split('\n')) answers.push(...inWords(JSON.parse(line) as Answer))
    if (answers.at(-1) === '99 unsubscribe') socket.close()
  })
  return new Promise((resolve) =>
    socket.on('close', (code) => {
      const given = answers.filter((text) => text !== '99 unsubscribe')
      resolve([...given, ...ending(code)].join(', '))
    }),
  )
}

type Answer = { id?: number; error?: { code: number } }

function inWords({ id, error, ...result }: Answer): string[] {
  if (id === undefined || id === 1) return []
  return [`${id} ${error ? `error ${error.code}` : Object.keys(result).join()}`]
}

const ending = (code: number) => (code >= 3000 ? [`closed ${code}`] : [])

async function answerOf({ base }: WireServer, method: string, body: string): Promise<string> {
  const response = await fetch(`${base}/api/${method}`, { method: 'POST', headers: { 'x-api-key': apiKey }, body })
  if (response.status !== 200) return String(response.status)
  const { error } = (await response.json()) as Answer
  return error ? `error ${error.code}` : 'result'
}
