// The list of everything the backend does by itself, beside its answers to requests; tests/background-work.test.ts pins it. A new
// entry: repeat() in the part it belongs to, and a line here. Started and stopped by server.ts.
import type { Denials } from './http/denials.ts'
import type { PasswordMail } from './domains/auth/password-mail.ts'
import type { Repeated } from './background/repeat.ts'
import type { Canary } from './canary/canary.ts'
import type { ChangeListener } from './changes/change-listener.ts'
import type { EmergencyWork } from './domains/emergency/emergency-work.ts'
import type { WeatherWatch } from './domains/weather/weather-watch.ts'
import { housekeeping } from './housekeeping.ts'
import type { Ingest } from './ingest/start-ingest.ts'
import type { Positions } from './positions.ts'

type Needs = Parameters<typeof housekeeping>[0] & {
  readonly keepUrgent: Repeated
  readonly denials: Pick<Denials, 'work'>
  readonly listener: ChangeListener
  readonly positions: Positions
  readonly ingest: Ingest
  /** Null: no relay is configured. */
  readonly canary: Canary | null
  readonly emergencies: EmergencyWork
  readonly passwordMail: Pick<PasswordMail, 'work'>
  readonly pushWork: Repeated
  readonly weather: WeatherWatch
}

export type BackgroundWork = {
  readonly all: readonly Repeated[]
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** `isLeader`: whether this backend does what only one of several may do: the one that makes the positions of the first share. */
export function startBackgroundWork(
  needs: Needs,
  isLeader: () => boolean = needs.positions.leader.isSure,
): BackgroundWork {
  const { keepUrgent, listener, positions, ingest, canary, emergencies, pushWork, weather } = needs
  const all = [
    keepUrgent,
    listener.work,
    ...positions.work,
    ingest.work,
    ...(canary ? [canary.work] : []),
    ...emergencies.work,
    needs.passwordMail.work,
    pushWork,
    weather.work,
    needs.denials.work,
    ...housekeeping(needs),
  ]
  for (const work of all) work.start(isLeader)
  return { all, stop: async () => void (await Promise.all(all.map((work) => work.stop()))) }
}
