// What the placement planner is told of the radio of a floor: what positioning itself works with at this moment. Asked by the handler.
import type { FloorRadio } from '@rollcall/contracts/domains/floors'
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { scatter } from '@rollcall/contracts/radio-model'
import type { SiteModel } from './site-model.ts'

export type FloorRadios = (floorId: string) => FloorRadio | Promise<FloorRadio>

export function createFloorRadios(site: () => SiteModel | null): (floorId: string) => FloorRadio {
  return (floorId) => {
    const model = site()
    const { referencePowerDbm, pathLossExponent } = (model ?? { ble: defaultSettings.ble }).ble
    const floor = model?.floors.get(floorId)
    // A floor that was made a moment ago, which positioning has not read yet.
    if (!floor) {
      const scatterDb = Math.hypot(scatter.textbookDb, scatter.readingDb)
      return { referencePowerDbm, pathLoss: pathLossExponent, scatterDb, source: 'settings' }
    }
    const { exponent, sigmaDb } = floor.grid
    return {
      referencePowerDbm: floor.referenceDbm,
      pathLoss: exponent,
      scatterDb: sigmaDb,
      source: floor.learner === null ? 'calibrated' : exponent === pathLossExponent ? 'settings' : 'learnt',
    }
  }
}
