// A proposal for a floor from badges at rest, whose places nobody knows: people rest in rooms and not in corridors, walls are where they are
// drawn, and receivers and badges differ by little; many rests together then tell what each receiver hears where. Why so, and what it
// brings: docs/decisions/0084-a-floor-learns-from-badges-at-rest.md. Done by the thread for heavy work.
import type { ResidualMap } from '../../../database/column-types.ts'
import type { FloorRadio } from '../fit-model.ts'
import { isRecommended, positionError, type ProposalNumbers, suspiciousDb } from '../propose.ts'
import { halvesApart } from './halves.ts'
import { learnRadio } from './learn-radio.ts'
import { fewestRests, type Rest } from './rest.ts'
import { restCells } from './rest-cells.ts'
import type { RestsOfFloor } from './rest-floor.ts'
import { restMaps } from './rest-maps.ts'
import { restStrengths } from './rest-strengths.ts'

export async function learnFromRests(
  floor: RestsOfFloor,
  current: FloorRadio,
): Promise<{ numbers: ProposalNumbers; maps: Record<string, ResidualMap> }> {
  const { receivers, bounds } = floor
  const rests = enoughOf(floor.rests, receivers.length)
  const cells = restCells(bounds, receivers, floor)
  const known = restStrengths(rests, receivers)
  const { model, scatterDb } = await learnRadio(cells, known, current)
  const apart = await halvesApart({ ...floor, rests }, current)
  const [errorBefore, errorAfter] = [positionError(apart?.before ?? []), positionError(apart?.after ?? [])]
  const numbers: ProposalNumbers = {
    mode: 'rests',
    referencePowerDbm: round(model.referenceDbm),
    pathLoss: round(model.exponent),
    receivers: receivers.map(({ receiverId }, r) => {
      const offsetDb = round(model.offsets[r]!)
      return { receiverId, offsetDb, r2: null, suspicious: Math.abs(offsetDb) > suspiciousDb, seemsAt: null }
    }),
    residualSdDb: round(scatterDb),
    errorBefore,
    errorAfter,
    outliers: [],
    better: isRecommended(errorBefore, errorAfter),
  }
  return { numbers, maps: await restMaps(cells, model, receivers) }
}

/** What receivers heard, of all rests together: more takes minutes and is hardly better. */
const mostHeard = 40_000

/** Spread over the whole time. */
export function enoughOf(rests: readonly Rest[], receivers: number): readonly Rest[] {
  const most = Math.max(fewestRests, Math.floor(mostHeard / receivers))
  if (rests.length <= most) return rests
  return Array.from({ length: most }, (_, i) => rests[Math.floor((i * rests.length) / most)]!)
}

const round = (value: number) => Math.round(value * 100) / 100
