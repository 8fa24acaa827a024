// Closes a connection whose request body we will not read. Closing at once would make the kernel send a reset, which can
// destroy our answer before the client reads it; so we say we are done, drop what still arrives for a moment, then close.
import type { Socket } from 'node:net'

/** How long a refused sender may go on, milliseconds. */
const lingerMs = 1000

/** Node calls `destroySoon` after an answer with `Connection: close`; here it half-closes first. */
export function lingerAfterReply(socket: Socket): void {
  socket.destroySoon = () => endGently(socket)
}

export function endGently(socket: Socket, lastBytes?: string): void {
  if (lastBytes === undefined) socket.end()
  else socket.end(lastBytes)
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
