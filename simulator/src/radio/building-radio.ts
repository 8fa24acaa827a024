// The radio of the building with a seed. The live world and the survey of its past hear by the same one: a survey of another radio would
// say nothing of this one. Called by world.ts and past/survey.ts.
import type { Building } from '../building/model.ts'
import { receiverLocations, type ReceiverOptions } from '../building/receivers.ts'
import { createRandom } from '../random.ts'
import { createPropagation, type Propagation } from './propagation.ts'

export function createBuildingRadio(building: Building, seed: number, receivers?: ReceiverOptions): Propagation {
  const random = createRandom(seed).fork('radio').fork('propagation')
  return createPropagation(building, receiverLocations(building, receivers), random)
}
