// One word on a receiver from all that is known of it: what it hears of badges, what it hears of its neighbours' beacons, and where the
// survey in use says that it hangs (spec 4.2 Diagnostics). Called by the handler of the signal monitor.
import type { ReceiverVerdict } from '@rollcall/contracts/domains/diagnostics'
import type { ReceiverAssessment } from '../../positioning/receiver-check/assess-floor.ts'
import type { MonitoredReceiver } from './diagnostics-queries.ts'

/** Links between receivers hardly change by themselves. */
const changedDb = 6
/** A receiver whose drawing was corrected to about there is no longer misplaced. */
const aboutM = 3

export function verdictOn(
  row: Pick<MonitoredReceiver, 'receiverId' | 'x' | 'y' | 'widthM' | 'heightM' | 'proposal'>,
  judged: ReceiverAssessment | null,
  neighbourDb: number | null,
): ReceiverVerdict {
  const { residualDb = null, spreadDb = null, changeDb = null } = judged ?? {}
  const seemsOff = seemsOffOf(row)
  const numbers = { residualDb: tenths(residualDb), spreadDb: tenths(spreadDb), changeDb: tenths(changeDb), seemsOff }
  if (judged?.against) return { ...numbers, verdict: judged.verdict, against: judged.against }
  if (neighbourDb !== null && Math.abs(neighbourDb) > changedDb) {
    return { ...numbers, verdict: neighbourDb < 0 ? 'weaker' : 'stronger', against: 'neighbours' }
  }
  if (seemsOff) return { ...numbers, verdict: 'misplaced', against: 'survey' }
  // Its neighbours' beacons say enough where few badges pass by.
  const isKnown = judged?.verdict === 'fine' || neighbourDb !== null
  return { ...numbers, verdict: isKnown ? 'fine' : 'unknown', against: null }
}

function seemsOffOf({ receiverId, x, y, widthM, heightM, proposal }: Parameters<typeof verdictOn>[0]) {
  const seemsAt = proposal?.receivers.find((receiver) => receiver.receiverId === receiverId)?.seemsAt
  if (!seemsAt || x === null || y === null || widthM === null || heightM === null) return null
  const [rightM, downM] = [((seemsAt.x - x) / 100) * widthM, ((seemsAt.y - y) / 100) * heightM]
  return Math.hypot(rightM, downM) < aboutM ? null : { rightM: tenth(rightM), downM: tenth(downM) }
}

const tenth = (value: number) => Math.round(value * 10) / 10
const tenths = (value: number | null) => (value === null ? null : tenth(value))
