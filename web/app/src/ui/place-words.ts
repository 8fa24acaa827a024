// A place in words: the zone, else the zone that is likeliest, else nothing but the floor.
import type { Sighting } from '@rollcall/contracts/domains/positions'

type Place = Pick<Sighting, 'zoneName' | 'nearZoneName'>

/** "Canteen", "Near Canteen"; null: in no zone and near none. */
export const zoneWords = ({ zoneName, nearZoneName }: Place): string | null =>
  zoneName ?? (nearZoneName ? `Near ${nearZoneName}` : null)

export const placeWords = (sighting: Place & Pick<Sighting, 'floorName'>): string =>
  zoneWords(sighting) ?? sighting.floorName
