// One publisher: a keep-alive HTTP connection that sends one publication after the other. Used by the subscribers' process, so
// that sending and the last delivery are told by one clock.
import type { Dialect } from './dialects.ts'

export type PublishLane = {
  /** Resolves when the relay has accepted it; waits for its turn. */
  readonly publish: (channel: number, data: string) => Promise<void>
  readonly close: () => void
}

export type LaneOptions = {
  readonly port: number
  readonly dialect: Dialect
  readonly apiKey: string
  readonly onMistake: (error: Error) => void
}

export async function openLane({ port, dialect, apiKey, onMistake }: LaneOptions): Promise<PublishLane> {
  let accepted: (() => void) | null = null
  let answer = ''
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_socket, chunk) {
        answer += chunk.toString('latin1')
        if (!isWhole(answer)) return
        if (!answer.startsWith('HTTP/1.1 200') || answer.includes('"error"')) {
          return onMistake(new Error(`A publication was answered with ${answer}`))
        }
        answer = ''
        accepted?.()
      },
      close() {
        if (accepted) onMistake(new Error('The relay closed the connection of a publisher.'))
      },
      error: (_socket, error) => onMistake(error),
    },
  })
  let turn: Promise<void> = Promise.resolve()
  const send = (channel: number, data: string) =>
    new Promise<void>((resolve) => {
      accepted = () => {
        accepted = null
        resolve()
      }
      const { path, body } = dialect.publish(channel, data)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${apiKey}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    })
  return {
    publish: (channel, data) => (turn = turn.then(() => send(channel, data))),
    close: () => socket.end(),
  }
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(answer)?.[1])
  if (Number.isNaN(length)) throw new Error(`An answer without Content-Length: ${answer}`)
  return answer.length >= end + 4 + length
}
