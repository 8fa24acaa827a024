// Domains whose behaviour is still to come: every row is named, so that the compiler notices new ones.
import type { diagnostics } from '@rollcall/contracts/domains/diagnostics'
import type { phoneBeacon } from '@rollcall/contracts/domains/phone-beacon'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../http/context.ts'
import { notBuilt } from '../http/not-built.ts'

export const diagnosticsHandlers: Handlers<typeof diagnostics, Context> = { signalMonitor: notBuilt }

export const phoneBeaconHandlers: Handlers<typeof phoneBeacon, Context> = {
  createToken: notBuilt,
  completeEnrollment: notBuilt,
  irkRecords: notBuilt,
  view: notBuilt,
}
