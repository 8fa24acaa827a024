// The surveys of a site's past (contracts/src/site.ts): each is fitted as the calibrate handler does it, and put into use as if somebody
// had accepted the proposal then. Called by site-import.ts.
import type { Site, SitePast } from '@rollcall/contracts/site'
import type { Database } from './database/schema.ts'
import { activeCalibration } from './domains/floors/active-calibration.ts'
import { activate, insertProposal } from './domains/floors/calibration-queries.ts'
import { readSettings } from './domains/settings/settings-queries.ts'
import { textbookRadio } from './positioning/calibration/fit-model.ts'
import { proposeCalibration } from './positioning/calibration/propose.ts'
import { badgeHeightM } from './positioning/solvers/observation.ts'
import type { Keys } from './site-import-queries.ts'

type Survey = SitePast['surveys'][number]
type Fitted = Pick<Survey, 'floor' | 'acceptedAt'> & {
  readonly proposal: Awaited<ReturnType<typeof proposeCalibration>>
}

/** Takes seconds: before the transaction, which may not idle for so long. */
export async function fitSurveys(db: Database, site: Site): Promise<Fitted[]> {
  const { ble } = await readSettings(db)
  const fit = async ({ floor: at, acceptedAt, places }: Survey) => {
    const floor = site.floors[at]
    if (!floor) throw new Error(`The site file surveys a floor that it does not have: ${at}`)
    const { widthM, heightM, key } = floor
    const survey = {
      bounds: { widthM, heightM },
      receivers: site.receivers
        .filter((receiver) => receiver.floor === key)
        .map(({ receiverId, xM, yM, zM }) => ({ receiverId, xM, yM, zM })),
      points: places.map((place) => ({ ...place, zM: badgeHeightM })),
      referenceDbm: ble.referencePowerDbm,
    }
    return { floor: at, acceptedAt, proposal: await proposeCalibration(survey, 'points', textbookRadio(ble)) }
  }
  return Promise.all((site.past?.surveys ?? []).map(fit))
}

/** `calibratedBy`: the name of the account. */
export async function insertSurveys(
  tx: Database,
  surveys: readonly Fitted[],
  { floors }: Pick<Keys, 'floors'>,
  calibratedBy: string | null,
): Promise<void> {
  for (const { floor, acceptedAt, proposal } of surveys) {
    const [floorId, at] = [floors[floor]!, new Date(acceptedAt)]
    const inserted = await insertProposal(tx, floorId, { ...proposal, calibratedBy }, at)
    await activate(tx, floorId, activeCalibration({ proposal: inserted, calibratedBy }, at), at)
  }
}
