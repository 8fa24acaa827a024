// A place in words: the zone, else the zone that is likeliest, else nothing but the floor.
import type { Sighting } from '@rollcall/contracts/domains/positions'
import { t } from './texts.ts'

type Place = Pick<Sighting, 'zoneName' | 'nearZoneName'>

/** "Canteen", "Near Canteen"; null: in no zone and near none. */
export const zoneWords = ({ zoneName, nearZoneName }: Place): string | null =>
  zoneName ?? (nearZoneName ? t('near', { zone: nearZoneName }) : null)

export const placeWords = (sighting: Place & Pick<Sighting, 'floorName'>): string =>
  zoneWords(sighting) ?? sighting.floorName
