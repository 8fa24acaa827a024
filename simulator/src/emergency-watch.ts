// Tells the simulator when an alarm rings and when it is over, the way a page without live updates learns of it: signs in with an
// ordinary account and asks for the active emergencies every two seconds. Started by main.ts when an account is given.
import type { Logger } from 'pino'
import { z } from 'zod'

const Signed = z.object({ data: z.object({ token: z.string() }) })
const Active = z.object({ data: z.array(z.object({ id: z.string(), mode: z.string() })) })

export interface EmergencyWatchOptions {
  /** Of the API, without a path. */
  url: string
  email: string
  password: string
  log: Logger
  /** Both once per change. A test moves nobody. */
  onBegin(): void
  onEnd(): void
}

export interface EmergencyWatch {
  /** Never throws: while the API cannot be asked nothing changes. */
  look(): Promise<void>
}

/** Between two looks. */
export const lookEveryMs = 2000
const timeoutMs = 5000

export function createEmergencyWatch({
  url,
  email,
  password,
  log,
  onBegin,
  onEnd,
}: EmergencyWatchOptions): EmergencyWatch {
  const at = (path: string) => new URL(path, url).href
  let token: string | null = null
  /** A wrong password is not tried again: that would lock the account for everybody. */
  let isRefused = false
  let isRinging = false
  let isLooking = false

  const signIn = async () => {
    const body = JSON.stringify({ email, password })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(at('/api/auth/login'), {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await reply.json()
    if (reply.ok) token = Signed.parse(answer).data.token
    else if (reply.status === 401 || reply.status === 403) {
      isRefused = true
      log.warn(
        { code: 'sign_in_refused' },
        'The account of the simulator is refused; nobody will walk out at an alarm.',
      )
    }
  }
  const ask = async () => {
    if (token === null) await signIn()
    if (token === null) return
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(at('/api/emergency/active'), { headers, signal: AbortSignal.timeout(timeoutMs) })
    const answer: unknown = await reply.json()
    // Sessions end; the next look signs in again.
    if (reply.status === 401) token = null
    if (!reply.ok) return
    const rings = Active.parse(answer).data.some(({ mode }) => mode !== 'test')
    if (rings === isRinging) return
    isRinging = rings
    if (rings) onBegin()
    else onEnd()
  }
  return {
    async look() {
      if (isRefused || isLooking) return
      isLooking = true
      try {
        await ask()
      } catch (error) {
        log.debug({ code: 'emergencies_unknown', err: error }, 'The active emergencies cannot be read.')
      } finally {
        isLooking = false
      }
    },
  }
}
