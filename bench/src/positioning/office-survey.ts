// The head office with a calibration for each floor, from a survey as the demo's past has one. Used by rooms.ts and positioning-bench.ts.
import type { SiteRows } from '@rollcall/backend/positioning/site-queries'
import { badgeHeightM } from '@rollcall/contracts/radio-model'
import { createHeadOffice, type Variant } from '@rollcall/simulator/building/head-office'
import { receiverLocations, type ReceiverOptions } from '@rollcall/simulator/building/receivers'
import { surveyFloors } from '@rollcall/simulator/past/survey'
import { calibrationOf } from './tracks.ts'

type SurveyedOffice = { seed: number; variant: Variant; receivers?: ReceiverOptions }

/** The same rows, surveyed. */
export async function surveyOffice(rows: SiteRows, office: SurveyedOffice): Promise<SiteRows> {
  const building = createHeadOffice(office.variant)
  const hung = receiverLocations(building, office.receivers)
  const surveys = new Map(surveyFloors(office).map((places, at) => [building.levels[at]!.key, places]))
  const floors: SiteRows['floors'][number][] = []
  for (const floor of rows.floors) {
    const receivers = hung.filter((receiver) => receiver.floor === floor.id)
    const survey = (surveys.get(floor.id) ?? []).map((place) => ({ ...place, zM: badgeHeightM }))
    const { widthM, heightM } = floor
    floors.push({ ...floor, calibration: await calibrationOf({ widthM, heightM, receivers, survey }) })
  }
  return { ...rows, floors }
}
