import { describe, expect, it } from 'vitest'
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import type { ReceiverAssessment } from '../../positioning/receiver-check/assess-floor.ts'
import { verdictOn } from './receiver-verdict.ts'

const aJudgement = (change: Partial<ReceiverAssessment> = {}): ReceiverAssessment => {
  return { residualDb: 0.44, spreadDb: 3, squares: 20, changeDb: -0.5, verdict: 'fine', against: null, ...change }
}
const drawn = { receiverId: 'r1', x: 50, y: 50, widthM: 40, heightM: 20, proposal: null }
const surveyed = (x: number, y: number) => {
  const receivers = [{ receiverId: 'r1', offsetDb: 0, r2: null, suspicious: true, seemsAt: { x, y } }]
  return { ...drawn, proposal: { receivers } as unknown as CalibrationProposal }
}

describe('verdictOn a receiver', () => {
  it('takes what badges say first, then its neighbours, then the survey', () => {
    const weaker = aJudgement({ verdict: 'weaker', against: 'past', changeDb: -12.34 })
    expect(verdictOn(surveyed(65, 50), weaker, -14)).toMatchObject({
      verdict: 'weaker',
      against: 'past',
      changeDb: -12.3,
    })
    expect(verdictOn(surveyed(65, 50), aJudgement(), -14)).toMatchObject({ verdict: 'weaker', against: 'neighbours' })
    expect(verdictOn(surveyed(65, 50), aJudgement(), -1)).toMatchObject({ verdict: 'misplaced', against: 'survey' })
    expect(verdictOn(drawn, aJudgement(), -1)).toMatchObject({ verdict: 'fine', against: null, residualDb: 0.4 })
    expect(verdictOn(drawn, null, null)).toMatchObject({ verdict: 'unknown', residualDb: null })
  })
  it('says in metres where it seems to hang, and no more once it is drawn about there', () => {
    expect(verdictOn(surveyed(65, 40), null, null).seemsOff).toEqual({ rightM: 6, downM: -2 })
    expect(verdictOn(surveyed(55, 52), null, null)).toMatchObject({ verdict: 'unknown', seemsOff: null })
    expect(verdictOn({ ...surveyed(65, 40), x: null, y: null }, null, null).seemsOff).toBeNull()
  })
})
