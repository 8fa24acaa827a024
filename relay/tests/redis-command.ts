// One command to a test's Redis, for what a test does to it from outside. Used by the tests of nodes on Redis.
import { connect } from 'node:net'

/** Answers the first piece of the reply as Redis writes it. */
export function redisCommand(url: string, command: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${command}\r\n`))
    socket.once('data', (reply) => {
      socket.destroy()
      resolve(String(reply))
    })
    socket.once('error', reject)
    // Sentinel ends the connections of whom it gives another part.
    socket.once('close', () => reject(new Error('Redis hung up.')))
  })
}
