// How many commands one connection may send: a burst, then so many a second. A flood is answered with error 111 and, if it
// goes on, with the close code 3013. Two numbers per connection, no timer.
import type { Limits } from '../limits.ts'

/** So many refusals end the connection, unless it was quiet long enough for half a burst in between. */
const patience = 100

export class CommandBudget {
  private readonly limits: Limits
  private left: number
  private filledAt = 0
  private refusals = 0

  constructor(limits: Limits) {
    this.limits = limits
    this.left = limits.commandBurst
  }

  spend(cost: number, now: number): 'ok' | 'refuse' | 'close' {
    const { commandRate, commandBurst } = this.limits
    const refill = this.filledAt === 0 ? 0 : ((now - this.filledAt) / 1000) * commandRate
    this.left = Math.min(commandBurst, this.left + refill)
    this.filledAt = now
    if (this.left >= commandBurst / 2) this.refusals = 0
    if (this.left >= cost) {
      this.left -= cost
      return 'ok'
    }
    return ++this.refusals > patience ? 'close' : 'refuse'
  }
}
