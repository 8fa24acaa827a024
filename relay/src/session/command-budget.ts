// How many commands one connection may send: a burst, then so many a second. A flood is answered with error 111 and, if it
// goes on, with the close code 3013. A few numbers per connection, no timer.
import type { Limits } from '../limits.ts'

/** So many refusals end the connection, unless it was quiet long enough for half a burst in between. */
const patience = 100

/** What a connection keeps for it; `filledAt` is 0 before the first command. */
export type Spender = { commandsLeft: number; filledAt: number; refusals: number }

export function spend(
  spender: Spender,
  { commandRate, commandBurst }: Limits,
  cost: number,
  now: number,
): 'ok' | 'refuse' | 'close' {
  const refill = spender.filledAt === 0 ? 0 : ((now - spender.filledAt) / 1000) * commandRate
  const left = Math.min(commandBurst, spender.commandsLeft + refill)
  const isCovered = left >= cost
  spender.commandsLeft = isCovered ? left - cost : left
  spender.filledAt = now
  if (left >= commandBurst / 2) spender.refusals = 0
  if (isCovered) return 'ok'
  return ++spender.refusals > patience ? 'close' : 'refuse'
}
