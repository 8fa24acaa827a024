// What a floor keeps of the proposal that is put into use. Called by calibration-handlers.ts and by the import of a site's past.
import type { Calibration, CalibrationProposal } from '@rollcall/contracts/domains/floors'

type Chosen = { readonly proposal: CalibrationProposal; readonly calibratedBy: string | null }

export function activeCalibration({ proposal, calibratedBy }: Chosen, at = new Date()): Calibration {
  return {
    version: proposal.version,
    referencePowerDbm: proposal.referencePowerDbm,
    pathLoss: proposal.pathLoss,
    receiverOffsets: proposal.receivers.map(({ receiverId, offsetDb }) => ({ receiverId, offsetDb })),
    calibratedAt: at.toISOString(),
    calibratedBy,
  }
}
