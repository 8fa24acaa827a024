// The sentences of an emergency's timeline.
import type { EmergencyMode } from '@rollcall/contracts/domains/emergency'
import type { MusterMethod, MusterStatus } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'

const what = { live: 'Emergency', drill: 'Drill', test: 'Test' } as const

export const beganText = (mode: z.infer<typeof EmergencyMode>, total: number) =>
  `${what[mode]} triggered; ${total} people on the roster.`

export const endedText = (missing: number) =>
  missing > 0 ? `Resolved with ${missing} people not accounted for.` : 'Resolved with everybody accounted for.'

export const decisionText = (fullName: string, status: MusterStatus, method: z.infer<typeof MusterMethod>) =>
  `${fullName}: ${status.replace('_', ' ')}${how[method]}.`

const how: Readonly<Record<z.infer<typeof MusterMethod>, string>> = {
  manual: '',
  bulk: '',
  scan: ' (badge scanned)',
  sweep: ' (found in a search)',
  link: ' (own answer)',
  auto_zone: ' (seen at a muster point)',
}
