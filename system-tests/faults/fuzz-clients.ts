// Clients that send broken and damaged commands, for relay-at-scale.test.ts: so many connections at once, a new one
// whenever the relay closed the last. Arguments as JSON; one job per line: how many frames.
import type { Socket } from 'bun'
import { relayToken } from '@rollcall/bench/measuring/product-processes'
import { sayLine, serveJobs } from '@rollcall/bench/measuring/json-jobs'
import { maskedFrame, upgradeRequest } from '@rollcall/bench/relay/websocket-frames'

export type FuzzSettings = { readonly port: number; readonly tokenSecret: string }
type FuzzJob = { readonly frames: number }
export type FuzzResult = { readonly frames: number; readonly connections: number; readonly seconds: number }

const settings = JSON.parse(process.argv[2] ?? '') as FuzzSettings
const atOnce = 200
/** Of the connections: those that say who they are before they go wrong. */
const wellBegun = 0.7

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const names =
  'connect subscribe unsubscribe publish presence presence_stats history rpc refresh sub_refresh send ping __proto__'
const fields = 'channel token recover offset epoch data limit since reverse delta tf flag type subs __proto__'
const values = [
  '"floor:1"',
  '"global:all"',
  '""',
  'null',
  '-1',
  '1e400',
  '4294967296',
  '{}',
  '[[[[[[]]]]]]',
  '{"offset":-1}',
  '{"offset":1,"epoch":"a"}',
  '{"op":"and","nodes":[{"key":"a","cmp":"eq","val":"b"}]}',
  '"\\ud800"',
  '{"__proto__":{"a":1}}',
  `"${'x'.repeat(300)}"`,
  '"fossil"',
]

function aCommand(): string {
  const members = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => {
    return `"${pick(fields.split(' '))}":${pick(values)}`
  })
  return `{"id":${pick(['1', '2', '7', '0', '-1', '"1"', '1.5'])},"${pick(names.split(' '))}":{${members.join(',')}}}`
}

function damaged(text: string): Buffer {
  const at = Math.floor(Math.random() * text.length)
  const changed = pick([
    text,
    text.slice(0, at),
    text.slice(0, at) + pick(['"', '{', '}', '\\', '\n', '\u0000', ',', '😀']) + text.slice(at),
    text.slice(0, at) + text.slice(at + 1 + Math.floor(Math.random() * 5)),
    `${text}\n${text}`,
  ])
  const frame = maskedFrame(changed)
  // One in ten is damaged below the protocol: a random byte of the frame, or only a part of it.
  if (Math.random() < 0.05) frame[Math.floor(Math.random() * frame.length)] = Math.floor(Math.random() * 256)
  return Math.random() < 0.05 ? frame.subarray(0, Math.floor(Math.random() * frame.length)) : frame
}

function aHello(): Buffer {
  const token = relayToken('fuzz', settings.tokenSecret)
  return maskedFrame(`{"id":1,"connect":{"token":"${token}"}}`)
}

async function run(frames: number): Promise<FuzzResult> {
  const startedAt = performance.now()
  const progress = { sent: 0, connections: 0 }
  const next = () => {
    if (progress.sent >= frames) return null
    progress.sent += 1
    return damaged(aCommand())
  }
  const oneAfterTheOther = async () => {
    for (let first = next(); first !== null; first = next()) {
      progress.connections += 1
      await converse(first, next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther))
  return { frames: progress.sent, connections: progress.connections, seconds: (performance.now() - startedAt) / 1000 }
}

/** Sends one frame after the other until the relay has enough, or there are no more. */
function converse(first: Buffer, next: () => Buffer | null): Promise<void> {
  return new Promise((resolve) => {
    let waiting: Buffer | null = first
    let timer: ReturnType<typeof setInterval> | undefined
    const done = () => {
      clearInterval(timer)
      resolve()
    }
    const say = (socket: Socket) => {
      const frame = waiting ?? next()
      waiting = null
      if (frame) socket.write(frame)
      else socket.end()
    }
    Bun.connect({
      hostname: '127.0.0.1',
      port: settings.port,
      socket: {
        open: (socket) => void socket.write(upgradeRequest(settings.port)),
        data(socket) {
          if (timer) return
          if (Math.random() < wellBegun) socket.write(aHello())
          timer = setInterval(say, 1, socket)
        },
        close: done,
        error: done,
      },
    }).then(undefined, done)
  })
}

process.on('SIGTERM', () => process.exit(0))
sayLine({ port: settings.port })
serveJobs((job: FuzzJob) => run(job.frames))
